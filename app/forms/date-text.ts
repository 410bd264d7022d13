/** A date-time taken apart for editing: what a clock on the wall shows, and the zone it hangs in. */
export interface ZonedText {
  /** As `datetime-local` has it: `2026-07-28T09:30:00`. */
  readonly local: string;
  /** `Z` or `+02:00`. */
  readonly zone: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)([Zz]|[+-]\d{2}:\d{2})$/;

/** True for a date that exists: `2026-02-30` does not, and a date input would show it as empty. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Takes an RFC 3339 date-time apart; undefined where it is not one that a date-time input can show. */
export function readDateTime(text: string): ZonedText | undefined {
  const match = DATE_TIME.exec(text);
  const [, date = '', time = '', zone = ''] = match ?? [];
  if (!match || !isDate(date) || Number.isNaN(new Date(`${date}T${time}Z`).getTime())) return undefined;
  return { local: `${date}T${time}`, zone: zone.toUpperCase() };
}

/** RFC 3339 of a `datetime-local` value in a zone. Browsers leave out seconds that are zero; RFC 3339 does not. */
export function writeDateTime({ local, zone }: ZonedText): string {
  const withSeconds = /T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local;
  return `${withSeconds}${zone}`;
}

/** This browser's own zone at a time, as an offset: it changes with the season. */
export function localZone(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  if (Number.isNaN(minutes)) return 'Z';
  const part = (n: number): string => String(Math.floor(Math.abs(n))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`;
}

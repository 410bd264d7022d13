/** Words for numbers, shared by all views. Pure; every duration is in ms. */

/** `+2.009`: seconds since the recording began, as the time column shows them. */
export function offset(mono: number): string {
  const sign = mono < 0 ? '-' : '+';
  const ms = Math.round(Math.abs(mono));
  if (ms < 600_000) return `${sign}${(ms / 1000).toFixed(3)}`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = ((ms % 60_000) / 1000).toFixed(2).padStart(5, '0');
  return minutes < 60
    ? `${sign}${minutes}:${seconds}`
    : `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${seconds.slice(0, 2)}`;
}

/** `850 ms`, `13.1 s`, `4 min 12 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  const abs = Math.max(0, ms);
  if (abs < 1000) return `${Math.round(abs)} ms`;
  if (abs < 60_000) return `${(Math.floor(abs / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(abs / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 2880
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.floor(minutes / 1440)} days`;
}

/** `900 s` as a person says it: `15 min`; whole units only where they fit. */
export function roughly(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  if (ms % 60_000 === 0) return `${ms / 60_000} min`;
  return ms % 1000 === 0 && ms < 120_000 ? `${ms / 1000} s` : duration(ms);
}

/** `4:12` or `1:04:12`: what is left of a countdown. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const h = Math.floor(seconds / 3600);
  const m = Math.floor((seconds % 3600) / 60);
  const s = String(seconds % 60).padStart(2, '0');
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** `14.2`, `0.9`, `4 105`: milliseconds for a narrow column. */
export function millis(ms: number): string {
  return ms < 100 ? ms.toFixed(1) : group(Math.round(ms));
}

/** Thousands set apart by a narrow space: `9 007 199`. */
export function group(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** `512 B`, `14.8 kB`, `2.5 MB`. */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  if (n < 1_000_000) return `${(n / 1000).toFixed(n < 10_000 ? 1 : 0)} kB`;
  return `${(n / 1_000_000).toFixed(1)} MB`;
}

/** `1 task`, `2 tasks`. */
export function count(n: number, one: string, many: string = `${one}s`): string {
  return `${group(n)} ${n === 1 ? one : many}`;
}

/** Wall time as a local clock shows it, with milliseconds. */
export function wallTime(wall: number): string {
  const date = new Date(wall);
  const pad = (n: number, width = 2): string => String(n).padStart(width, '0');
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
}

/** Local date and time, to the second. */
export function wallDate(wall: number): string {
  const date = new Date(wall);
  const pad = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${wallTime(wall).slice(0, 8)}`;
}

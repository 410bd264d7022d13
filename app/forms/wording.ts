import { isObject, type JsonValue, own } from '../../server/protocol/json.ts';

const FORMATS: { readonly [format: string]: string } = {
  email: 'an e-mail address, like name@example.com',
  uri: 'a URI with its scheme, like https://example.com/a',
  date: 'a date, like 2026-07-28',
  'date-time': 'a date and time with a zone, like 2026-07-28T09:30:00Z',
  time: 'a time with a zone, like 09:30:00Z',
  uuid: 'a UUID',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
};

const TYPES: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const counted = (n: JsonValue, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
/** A value as it is read best: a plain text bare, anything else (a blank, a number) as JSON. */
const quoted = (value: JsonValue): string =>
  typeof value === 'string' && /^\S+( \S+)*$/.test(value) ? value : JSON.stringify(value);
const inWords = (type: JsonValue): string => TYPES[String(type)] ?? String(type);

/** `a`, `a or b`, `a, b or c`; after eight, how many more there are. */
export function alternatives(values: readonly JsonValue[]): string {
  const shown = values.slice(0, 8).map(quoted);
  if (values.length > 8) return `${shown.join(', ')} or ${values.length - 8} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** The constants of a list of `{const}` schemas, or undefined where one is something else. */
export function constants(members: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (!Array.isArray(members) || members.length === 0) return undefined;
  const found: JsonValue[] = [];
  for (const member of members) {
    if (!isObject(member) || !Object.hasOwn(member, 'const')) return undefined;
    found.push(member.const ?? null);
  }
  return found;
}

/** What a broken keyword asks for, without a subject. `arg` is the keyword's value in the schema. */
export function message(keyword: string, arg: JsonValue): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${(Array.isArray(arg) ? arg : [arg]).map(inWords).join(' or ')}`;
    case 'minLength':
      return `must be at least ${counted(arg, 'character', 'characters')}`;
    case 'maxLength':
      return `must be at most ${counted(arg, 'character', 'characters')}`;
    case 'minimum':
      return `must be ${arg} or more`;
    case 'maximum':
      return `must be ${arg} or less`;
    case 'exclusiveMinimum':
      return `must be more than ${arg}`;
    case 'exclusiveMaximum':
      return `must be less than ${arg}`;
    case 'multipleOf':
      return `must be a multiple of ${arg}`;
    case 'minItems':
      return `needs at least ${counted(arg, 'item', 'items')}`;
    case 'maxItems':
      return `takes at most ${counted(arg, 'item', 'items')}`;
    case 'uniqueItems':
      return 'has the same item twice';
    case 'minProperties':
      return `needs at least ${counted(arg, 'value', 'values')}`;
    case 'maxProperties':
      return `takes at most ${counted(arg, 'value', 'values')}`;
    case 'enum':
      return `must be ${alternatives(Array.isArray(arg) ? arg : [])}`;
    case 'const':
      return `must be ${quoted(arg)}`;
    case 'format':
      return `must be ${FORMATS[String(arg)] ?? `of the format ${String(arg)}`}`;
    case 'pattern':
      return `must match the pattern ${String(arg)}`;
    default:
      return composed(keyword, arg);
  }
}

function composed(keyword: string, arg: JsonValue): string {
  const values = keyword === 'anyOf' || keyword === 'oneOf' ? constants(arg) : undefined;
  if (values) return `must be ${alternatives(values)}`;
  switch (keyword) {
    case 'anyOf':
      return 'fits none of the allowed shapes (anyOf)';
    case 'oneOf':
      return 'must fit exactly one of the allowed shapes (oneOf)';
    case 'not':
      return 'has a shape that is not allowed (not)';
    case 'contains':
    case 'minContains':
    case 'maxContains':
      return `does not have the right items in it (${keyword})`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false':
      return 'is not allowed here';
    case 'propertyNames':
      return 'has a property name that is not allowed';
    case 'dependentRequired':
      return 'lacks a value that another value asks for (dependentRequired)';
    default:
      return `breaks the rule ${keyword}`;
  }
}

function range(low: JsonValue | undefined, high: JsonValue | undefined, unit?: string): string | undefined {
  const [from, to] = [typeof low === 'number', typeof high === 'number'];
  const last = to ? high : low;
  const text = unit === undefined ? '' : ` ${unit}${last === 1 ? '' : 's'}`;
  if (from && to) return low === high ? `exactly ${low}${text}` : `${low} to ${high}${text}`;
  if (from) return `at least ${low}${text}`;
  return to ? `at most ${high}${text}` : undefined;
}

/** Formats whose control shows by itself what is asked for. */
const SHOWN_BY_CONTROL = new Set(['date', 'date-time']);

/** What a field's schema asks for, in words, before anything is wrong: "3 to 50 characters". */
export function hint(schema: JsonValue): string | undefined {
  const get = (keyword: string): JsonValue | undefined => own(schema, keyword);
  const format = get('format');
  const parts = [
    get('type') === 'integer' ? 'whole number' : undefined,
    range(get('minimum'), get('maximum')),
    typeof get('exclusiveMinimum') === 'number' ? `more than ${get('exclusiveMinimum')}` : undefined,
    typeof get('exclusiveMaximum') === 'number' ? `less than ${get('exclusiveMaximum')}` : undefined,
    typeof get('multipleOf') === 'number' ? `a multiple of ${get('multipleOf')}` : undefined,
    range(get('minLength'), get('maxLength'), 'character'),
    range(get('minItems'), get('maxItems'), 'item'),
    typeof format === 'string' && !SHOWN_BY_CONTROL.has(format)
      ? (FORMATS[format] ?? `format ${format}`)
      : undefined,
    typeof get('pattern') === 'string' ? `matches ${get('pattern')}` : undefined,
  ].filter((part) => part !== undefined);
  const text = parts.join(' · ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}

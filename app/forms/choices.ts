import { isObject, type JsonObject, type JsonValue, own, ownString } from '../../server/protocol/json.ts';
import { MAX_CHOICES } from './limits.ts';
import type { Choice } from './plan.ts';
import { constants } from './wording.ts';

const labelOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The choices of `const`, `enum` (with the legacy `enumNames`), or a list of titled constants; undefined where it is none. */
export function choicesOf(schema: JsonObject): readonly Choice[] | undefined {
  const fixed = own(schema, 'const');
  if (fixed !== undefined) return [{ value: fixed, label: labelOf(fixed) }];
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return few(named(values, own(schema, 'enumNames')));
  for (const keyword of ['oneOf', 'anyOf']) {
    const members = own(schema, keyword);
    if (constants(members)) return few((members as readonly JsonValue[]).map(titled));
  }
  return undefined;
}

function few(choices: readonly Choice[]): readonly Choice[] | undefined {
  return choices.length > 0 && choices.length <= MAX_CHOICES ? choices : undefined;
}

function named(values: readonly JsonValue[], names: JsonValue | undefined): readonly Choice[] {
  const labels: readonly JsonValue[] = Array.isArray(names) ? names : [];
  return values.map((value, i) => {
    const label = labels[i];
    return { value, label: typeof label === 'string' && label !== '' ? label : labelOf(value) };
  });
}

function titled(member: JsonValue): Choice {
  const value = isObject(member) ? (member.const ?? null) : null;
  const description = ownString(member, 'description');
  const label = ownString(member, 'title') ?? labelOf(value);
  return { value, label, ...(description !== undefined && { description }) };
}

import { isObject, type JsonObject, type JsonValue, own } from '../../server/protocol/json.ts';
import type { Remark } from './plan.ts';
import { propertiesOf } from './refs.ts';
import { constants } from './wording.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(','));
const ROOT = words('$schema,type,properties,required');
const BASE = 'type,title,description,default';
const ALLOWED: { readonly [type: string]: ReadonlySet<string> } = {
  string: words(`${BASE},minLength,maxLength,format,enum,enumNames,oneOf`),
  number: words(`${BASE},minimum,maximum`),
  integer: words(`${BASE},minimum,maximum`),
  boolean: words(BASE),
  array: words(`${BASE},minItems,maxItems,items`),
};
const FORMATS = words('email,uri,date,date-time');
const CHOICE = words('const,title');

/** Where a `requestedSchema` leaves the subset that the specification allows for elicitation (flat, primitive properties). */
export function subsetRemarks(schema: JsonObject): readonly Remark[] {
  const remarks = extra(schema, ROOT, '');
  if (own(schema, 'type') !== 'object') remarks.push({ where: '', text: 'its type is not "object"' });
  for (const [name, property] of propertiesOf(schema)) {
    remarks.push(...ofProperty(property, `/properties/${name}`));
  }
  return remarks;
}

function ofProperty(schema: JsonValue, where: string): Remark[] {
  const type = own(schema, 'type');
  const allowed = typeof type === 'string' && Object.hasOwn(ALLOWED, type) ? ALLOWED[type] : undefined;
  if (!isObject(schema) || !allowed)
    return [outside(where, `the type ${JSON.stringify(type) ?? 'that is missing'}`)];
  const remarks = extra(schema, allowed, where);
  const format = own(schema, 'format');
  if (typeof format === 'string' && !FORMATS.has(format))
    remarks.push(outside(where, `the format ${format}`));
  if (schema.oneOf !== undefined) remarks.push(...ofChoices(schema.oneOf, `${where}/oneOf`));
  if (type === 'array') remarks.push(...ofItems(own(schema, 'items'), `${where}/items`));
  return remarks;
}

function ofItems(items: JsonValue | undefined, where: string): Remark[] {
  if (isObject(items) && items.anyOf !== undefined) {
    return [...extra(items, words('anyOf'), where), ...ofChoices(items.anyOf, `${where}/anyOf`)];
  }
  if (isObject(items) && Array.isArray(items.enum)) return extra(items, words('type,enum'), where);
  return [outside(where, 'items that are not a list of choices')];
}

function ofChoices(members: JsonValue, where: string): Remark[] {
  if (!constants(members)) return [outside(where, 'alternatives that are not constants')];
  return (members as readonly JsonObject[]).flatMap((member, i) => extra(member, CHOICE, `${where}/${i}`));
}

function extra(schema: JsonObject, allowed: ReadonlySet<string>, where: string): Remark[] {
  return Object.keys(schema)
    .filter((keyword) => !allowed.has(keyword))
    .map((keyword) => outside(where, `the keyword ${keyword}`));
}

function outside(where: string, what: string): Remark {
  return { where, text: `uses ${what}, outside the subset allowed for elicitation` };
}

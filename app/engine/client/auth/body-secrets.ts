import { isObject, parseJson } from '../../../../server/protocol/json.ts';

/** Fields of OAuth requests and responses whose values never reach the log (attack 10). */
const SECRET_FIELDS = [
  ...['access_token', 'refresh_token', 'id_token', 'client_secret', 'registration_access_token'],
  ...['code', 'code_verifier', 'client_assertion', 'assertion', 'subject_token', 'actor_token'],
];

/** The secrets in the body of an OAuth request (a form) or response (JSON), as they stand there. */
export function bodySecrets(text: string): readonly string[] {
  const parsed = parseJson(text);
  if (parsed.ok)
    return Object.entries(isObject(parsed.value) ? parsed.value : {}).flatMap(([name, value]) =>
      typeof value === 'string' && SECRET_FIELDS.includes(name) ? asWritten(value) : [],
    );
  return text.split('&').flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=');
    return SECRET_FIELDS.includes(name) ? [value, decoded(value)] : [];
  });
}

/** A value, and how it stands in a JSON text or a form. */
function asWritten(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

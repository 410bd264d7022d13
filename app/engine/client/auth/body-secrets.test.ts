import { expect, test } from 'vitest';
import { bodySecrets } from './body-secrets.ts';

test.each([
  ['a form', 'grant_type=authorization_code&code=a%2Fb+c&redirect_uri=x', ['a%2Fb+c', 'a/b c']],
  ['a form with a broken escape', 'code=%zz', ['%zz', '%zz']],
  ['a token response', '{"access_token":"a\\"b","token_type":"Bearer"}', ['a"b', 'a\\"b', 'a%22b']],
  ['values that are no strings', '{"access_token":5,"code":null}', []],
  ['no object', '["access_token"]', []],
  ['nothing', '', []],
])('attack 10: the secrets of %s', (_name, text, secrets) => expect(bodySecrets(text)).toEqual(secrets));

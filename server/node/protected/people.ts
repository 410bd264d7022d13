/** Who can sign in, with the token by which the demo knows them (server/http/principal.ts). Nothing is protected by it. */
export const PEOPLE: ReadonlyMap<string, { readonly shown: string; readonly demoToken: string }> = new Map([
  ['alice', { shown: 'Alice of Acme', demoToken: 'demo-alice' }],
  ['bob', { shown: 'Bob of Acme', demoToken: 'demo-bob' }],
  ['carol', { shown: 'Carol of Globex', demoToken: 'demo-carol' }],
]);

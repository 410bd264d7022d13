import { callAll, callAsTold, eachKind, echoSchema, list } from './plain.ts';
import { rounds } from './rounds.ts';
import type { Scenario } from './scenario.ts';
import { signIn } from './sign-in.ts';

/** The scenarios of the official suite that need more than connecting, listing and calling, by name. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'http-standard-headers': eachKind,
  'http-custom-headers': callAsTold,
  'json-schema-ref-no-deref': list,
  'json-schema-2020-12-preservation': echoSchema,
  'sep-2322-client-request-state': rounds,
};

/** What to do in the scenario of this name. */
export function scenarioOf(name: string): Scenario {
  return SCENARIOS[name] ?? (name.startsWith('auth/') ? signIn : callAll);
}

import type { SecretMemory } from '../../engine/index.ts';
import { browserStore, tabStore } from '../../ui/storage.ts';
import type { Stores } from './endpointSettings.ts';

const keyOf = (endpoint: string): string => `taskscope.oauth.${endpoint}`;
const choiceOf = (endpoint: string): string => `taskscope.oauth-remember.${endpoint}`;

/** Where tokens of sign-ins are: in this tab alone, unless a person wants an endpoint's to be remembered in this browser (attack 10). */
export interface KeptSecrets extends SecretMemory {
  remembers(endpoint: string): boolean;
  remember(endpoint: string, on: boolean): void;
}

export function secretsIn({ browser, tab }: Stores): KeptSecrets {
  const kept: KeptSecrets = {
    get: (endpoint) => tab.getItem(keyOf(endpoint)) ?? browser.getItem(keyOf(endpoint)) ?? undefined,
    set(endpoint, text) {
      tab.removeItem(keyOf(endpoint));
      browser.removeItem(keyOf(endpoint));
      if (text !== undefined) (kept.remembers(endpoint) ? browser : tab).setItem(keyOf(endpoint), text);
    },
    remembers: (endpoint) => browser.getItem(choiceOf(endpoint)) === 'yes',
    remember(endpoint, on) {
      if (on) browser.setItem(choiceOf(endpoint), 'yes');
      else browser.removeItem(choiceOf(endpoint));
      kept.set(endpoint, kept.get(endpoint));
    },
  };
  return kept;
}

export const keptSecrets: KeptSecrets = secretsIn({ browser: browserStore, tab: tabStore });

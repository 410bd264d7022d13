import { type EndpointSettings, NO_SETTINGS, type OwnHeader } from '../../engine/index.ts';
import { browserStore, type SmallStore, tabStore } from '../../ui/storage.ts';

/** What a person has set for an endpoint. */
export interface KeptSettings extends EndpointSettings {
  /** Whether secret values are kept in this browser; otherwise they go with the tab (attack 10). */
  readonly remember: boolean;
}

export interface Stores {
  readonly browser: SmallStore;
  readonly tab: SmallStore;
}

const STORES: Stores = { browser: browserStore, tab: tabStore };
export const NONE_KEPT: KeptSettings = { ...NO_SETTINGS, remember: false };

const keyOf = (endpoint: string): string => `taskscope.endpoint.${endpoint}`;
const secretsKeyOf = (endpoint: string): string => `taskscope.secrets.${endpoint}`;

/** The settings of an endpoint. A secret whose value went with its tab comes back empty. */
export function readSettings(endpoint: string, { browser, tab }: Stores = STORES): KeptSettings {
  const text = browser.getItem(keyOf(endpoint));
  if (text === null) return NONE_KEPT;
  const found = parsed(text);
  const values = parsed(tab.getItem(secretsKeyOf(endpoint)) ?? '{}');
  const headers = Array.isArray(found.headers) ? found.headers : [];
  return {
    way: found.way === 'direct' || found.way === 'bridge' ? found.way : 'auto',
    ...(found.generation === 'current' || found.generation === 'legacy'
      ? { generation: found.generation }
      : {}),
    remember: found.remember === true,
    headers: headers.flatMap((header: unknown): OwnHeader[] => {
      const { name, value, secret } = isRecord(header) ? header : {};
      if (typeof name !== 'string') return [];
      const kept = typeof value === 'string' ? value : values[name];
      return [{ name, value: typeof kept === 'string' ? kept : '', secret: secret === true }];
    }),
  };
}

/** Keeps the settings: secret values in this tab alone, unless `remember` says otherwise. */
export function writeSettings(
  endpoint: string,
  { way, generation = 'auto', headers, remember }: KeptSettings,
  { browser, tab }: Stores = STORES,
): void {
  const isKept = ({ secret }: OwnHeader): boolean => remember || !secret;
  const kept = headers.map((header) =>
    isKept(header) ? header : { name: header.name, secret: header.secret },
  );
  const secrets = headers.filter((header) => !isKept(header)).map(({ name, value }) => [name, value]);
  const isPlain = way === 'auto' && generation === 'auto' && headers.length === 0;
  if (isPlain) browser.removeItem(keyOf(endpoint));
  else {
    const fixed = generation === 'auto' ? {} : { generation };
    browser.setItem(keyOf(endpoint), JSON.stringify({ way, ...fixed, remember, headers: kept }));
  }
  if (secrets.length === 0) tab.removeItem(secretsKeyOf(endpoint));
  else tab.setItem(secretsKeyOf(endpoint), JSON.stringify(Object.fromEntries(secrets)));
}

/** Headers whose value is known: one that went with its tab is not sent empty. */
export function sentSettings(endpoint: string, stores: Stores = STORES): EndpointSettings {
  const { way, generation, headers } = readSettings(endpoint, stores);
  return { way, generation, headers: headers.filter(({ value, secret }) => !secret || value !== '') };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

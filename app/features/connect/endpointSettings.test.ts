import { beforeEach, describe, expect, it } from 'vitest';
import type { SmallStore } from '../../ui/storage.ts';
import {
  type KeptSettings,
  readSettings,
  type Stores,
  sentSettings,
  writeSettings,
} from './endpointSettings.ts';

const map = (): SmallStore & { readonly all: Map<string, string> } => {
  const all = new Map<string, string>();
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  };
};

let browser: ReturnType<typeof map>;
let tab: ReturnType<typeof map>;
let stores: Stores;
beforeEach(() => {
  browser = map();
  tab = map();
  stores = { browser, tab };
});

const URL = 'https://far.example/mcp';
const SETTINGS: KeptSettings = {
  way: 'bridge',
  remember: false,
  headers: [
    { name: 'Authorization', value: 'Bearer canary-1', secret: true },
    { name: 'X-Tenant', value: 'acme', secret: false },
  ],
};

it('a generation that was fixed is kept and goes with the rest; what is no generation is automatic', () => {
  writeSettings(URL, { way: 'auto', generation: 'legacy', remember: false, headers: [] }, stores);
  expect(readSettings(URL, stores)).toMatchObject({ way: 'auto', generation: 'legacy' });
  expect(sentSettings(URL, stores).generation).toBe('legacy');
  writeSettings(URL, { way: 'auto', generation: 'auto', remember: false, headers: [] }, stores);
  expect(browser.all.size).toBe(0);
  browser.setItem(`taskscope.endpoint.${URL}`, '{"way":"auto","generation":"older","headers":[]}');
  expect(readSettings(URL, stores).generation).toBeUndefined();
});

describe('attack 10: settings of an endpoint', () => {
  it('come back; secrets stay in the tab alone', () => {
    writeSettings(URL, SETTINGS, stores);
    expect(readSettings(URL, stores)).toEqual(SETTINGS);
    expect([...browser.all.values()].join()).not.toContain('canary');
    expect([...tab.all.values()].join()).toContain('canary-1');
  });

  it('in another tab the secret is empty, and is not sent', () => {
    writeSettings(URL, SETTINGS, stores);
    const other = { browser, tab: map() };
    expect(readSettings(URL, other).headers[0]).toEqual({ name: 'Authorization', value: '', secret: true });
    expect(sentSettings(URL, other).headers).toEqual([{ name: 'X-Tenant', value: 'acme', secret: false }]);
  });

  it('"remember" keeps them in the browser, and taking it back removes them', () => {
    writeSettings(URL, { ...SETTINGS, remember: true }, stores);
    expect(readSettings(URL, { browser, tab: map() })).toEqual({ ...SETTINGS, remember: true });
    expect(tab.all.size).toBe(0);
    writeSettings(URL, SETTINGS, stores);
    expect([...browser.all.values()].join()).not.toContain('canary');
  });

  it('are of one endpoint alone', () => {
    writeSettings(URL, SETTINGS, stores);
    expect(readSettings(`${URL}/other`, stores).headers).toEqual([]);
  });
});

it('nothing set is nothing kept; what is damaged reads as nothing', () => {
  writeSettings(URL, SETTINGS, stores);
  writeSettings(URL, { way: 'auto', headers: [], remember: false }, stores);
  expect(browser.all.size + tab.all.size).toBe(0);
  browser.setItem(`taskscope.endpoint.${URL}`, '{');
  expect(readSettings(URL, stores)).toEqual({ way: 'auto', headers: [], remember: false });
  browser.setItem(`taskscope.endpoint.${URL}`, '{"way":"x","headers":[1,{"value":"a"},{"name":"B"}]}');
  expect(readSettings(URL, stores).headers).toEqual([{ name: 'B', value: '', secret: false }]);
});

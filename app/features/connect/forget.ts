import { NONE_KEPT, readSettings, writeSettings } from './endpointSettings.ts';
import { forgetEndpoint } from './endpoints.ts';
import { keptSecrets } from './keptSecrets.ts';

/** Forgets an endpoint: its place in the list, its settings, its secrets and its tokens. @returns what takes all of it back */
export function forgetWholly(url: string): () => void {
  const settings = readSettings(url);
  const tokens = keptSecrets.get(url);
  const remembers = keptSecrets.remembers(url);
  const putBack = forgetEndpoint(url);
  writeSettings(url, NONE_KEPT);
  keptSecrets.set(url, undefined);
  keptSecrets.remember(url, false);
  return () => {
    putBack();
    writeSettings(url, settings);
    keptSecrets.remember(url, remembers);
    keptSecrets.set(url, tokens);
  };
}

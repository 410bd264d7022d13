import { NONE_KEPT, readSettings, writeSettings } from './endpointSettings.ts';
import { forgetEndpoint } from './endpoints.ts';

/** Forgets an endpoint: its place in the list, its settings and its secrets. @returns what takes all of it back */
export function forgetWholly(url: string): () => void {
  const settings = readSettings(url);
  const putBack = forgetEndpoint(url);
  writeSettings(url, NONE_KEPT);
  return () => {
    putBack();
    writeSettings(url, settings);
  };
}

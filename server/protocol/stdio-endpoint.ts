const SCHEME = 'stdio:';

/** The endpoint that stands for a server on stdio, by the name that the command line gave it. */
export function stdioEndpoint(name: string): string {
  return `${SCHEME}${encodeURIComponent(name)}`;
}

/** The name in such an endpoint; undefined for any other one, and where there is no name. */
export function stdioName(endpoint: string): string | undefined {
  if (!endpoint.startsWith(SCHEME) || endpoint.length === SCHEME.length) return undefined;
  try {
    return decodeURIComponent(endpoint.slice(SCHEME.length));
  } catch {
    return undefined;
  }
}

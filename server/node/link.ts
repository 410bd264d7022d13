/**
 * The link to the page: the endpoint to open in its query, the key in its fragment, which no browser sends anywhere
 * (design, "Secret").
 */
export function pageLink(origin: string, key: string, endpoint: string | undefined): string {
  const query = endpoint === undefined ? '' : `?endpoint=${encodeURIComponent(endpoint)}`;
  return `${origin}/${query}#key=${key}`;
}

import type { Tap } from './tap.ts';
import type { Ways } from './ways.ts';

/**
 * A tap that writes down the very headers that the way to the endpoint sends, the endpoint's own among them. Their secret values are
 * made known to the log's redactor before anything is written (attack 10).
 */
export function tapByWays(wire: Tap, ways: Ways): Tap {
  return (recorder, sending) => {
    const {
      endpoint,
      url = endpoint,
      headers,
      text,
      composed,
      without,
      prefersBridge = false,
      http = 'POST',
    } = sending;
    // An HTTP+SSE server takes messages at a URL of its own, with all that goes to the endpoint.
    const messages = http === 'POST' && url === endpoint ? ways.routes.get(endpoint)?.messages : undefined;
    recorder.redactor.keepSecret(ways.secretNames(endpoint));
    const all =
      url === endpoint
        ? ways.headers(endpoint, headers, text, composed && { without })
        : ways.headersElsewhere({ endpoint, prefersBridge }, url, headers, text);
    const at = messages === undefined ? {} : { url: messages };
    return wire(recorder, { ...sending, ...at, headers: all });
  };
}

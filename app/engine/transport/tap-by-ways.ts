import type { Tap } from './tap.ts';
import type { Ways } from './ways.ts';

/**
 * A tap that writes down the very headers that the way to the endpoint sends, the endpoint's own among them. Their secret values are
 * made known to the log's redactor before anything is written (attack 10).
 */
export function tapByWays(wire: Tap, ways: Ways): Tap {
  return (recorder, sending) => {
    const { endpoint, url = endpoint, headers, text, composed, without, prefersBridge = false } = sending;
    recorder.redactor.keepSecret(ways.secretNames(endpoint));
    const all =
      url === endpoint
        ? ways.headers(endpoint, headers, text, composed && { without })
        : ways.headersElsewhere({ endpoint, prefersBridge }, url, headers, text);
    return wire(recorder, { ...sending, headers: all });
  };
}

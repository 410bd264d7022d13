import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answered, Discovery, Engine, Problem } from '../../engine/index.ts';
import { inPageUrl } from './demo-endpoints.ts';
import { type FirstStep, firstStep, recentEndpoints, rememberEndpoint } from './endpoints.ts';

/** How the page stands to an endpoint. */
export type Connection =
  | { readonly kind: 'none' }
  /** A link brought an endpoint that this browser has not used: a person has to say yes. */
  | { readonly kind: 'asking'; readonly url: string }
  | { readonly kind: 'connecting'; readonly url: string }
  | { readonly kind: 'connected'; readonly url: string }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly problem: Problem;
      readonly exchange: string | undefined;
    };

export interface UseConnection {
  readonly connection: Connection;
  readonly connect: (url: string) => void;
  /** Leaves the endpoint, or gives up on one that does not answer. */
  readonly disconnect: () => void;
  /** The endpoint whose options are open. */
  readonly options: string | undefined;
  readonly showOptions: (url: string | undefined) => void;
  /** Leaves the question or the failure as it is and hides it. */
  readonly dismiss: () => void;
}

function begin(step: FirstStep): Connection {
  if (step.kind === 'ask') return { kind: 'asking', url: step.url };
  return step.kind === 'connect' ? { kind: 'connecting', url: step.url } : { kind: 'none' };
}

/**
 * Connects, and remembers what worked. `linked` is the endpoint of the address bar at the start; `onConnected` gets the answer
 * that connecting brought, so that nothing is asked twice.
 */
export function useConnection(
  engine: Engine,
  linked: string | undefined,
  onConnected: (url: string, answer: Answered<Discovery> & { readonly ok: true }) => void,
): UseConnection {
  const [first] = useState(() => firstStep(linked, recentEndpoints(), inPageUrl()));
  const [connection, setConnection] = useState<Connection>(() => begin(first));
  const [options, showOptions] = useState<string>();
  const turn = useRef(0);
  const waiting = useRef<AbortController>(undefined);
  // The endpoint that last answered: where a failed attempt at another goes back to.
  const good = useRef<string>(undefined);
  const told = useRef(onConnected);
  told.current = onConnected;

  const connect = useCallback(
    (url: string) => {
      turn.current += 1;
      const mine = turn.current;
      // Whoever tries another address has given up on the first.
      waiting.current?.abort();
      waiting.current = new AbortController();
      setConnection({ kind: 'connecting', url });
      void engine.connect(url, waiting.current.signal).then((answer) => {
        if (turn.current !== mine) return;
        if (!answer.ok) {
          setConnection({ kind: 'failed', url, problem: answer.problem, exchange: answer.exchange });
          return;
        }
        const used = engine.endpoint ?? url;
        rememberEndpoint(used);
        good.current = used;
        told.current(used, answer);
        setConnection({ kind: 'connected', url: used });
      });
    },
    [engine],
  );
  const started = useRef(false);
  useEffect(() => {
    if (started.current || first.kind !== 'connect') return;
    started.current = true;
    connect(first.url);
  }, [connect, first]);

  return {
    connection,
    connect,
    options,
    showOptions,
    disconnect() {
      turn.current += 1;
      waiting.current?.abort();
      good.current = undefined;
      engine.disconnect();
      setConnection({ kind: 'none' });
    },
    dismiss() {
      setConnection(good.current === undefined ? { kind: 'none' } : { kind: 'connected', url: good.current });
    },
  };
}

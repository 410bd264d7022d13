import { useRef, useState } from 'react';
import type { Answered, Engine, JsonObject } from '../../engine/index.ts';

export type Asked =
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly answer: Answered<JsonObject> };

/** Sends one request when a person asks for it; of two the later one counts. */
export function useAsking(engine: Engine, endpoint: string) {
  const [asked, setAsked] = useState<Asked>({ kind: 'not-yet' });
  const round = useRef(0);
  const ask = async (method: string, params: JsonObject): Promise<void> => {
    round.current += 1;
    const mine = round.current;
    setAsked({ kind: 'asking' });
    const answer = await engine.request(engine.prepareRequest(endpoint, method, params));
    if (mine === round.current) setAsked({ kind: 'answered', answer });
  };
  return { asked, ask };
}

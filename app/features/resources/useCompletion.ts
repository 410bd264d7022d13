import { useEffect, useRef, useState } from 'react';
import { isObject, type JsonObject, own } from '../../../server/protocol/json.ts';
import type { Engine } from '../../engine/index.ts';

/** ms without a key before the server is asked. */
const PAUSE = 250;
/** The specification's limit for one answer; a server that sends more is cut. */
const MOST = 100;

export interface Completion {
  /** Suggested values by argument. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Something was typed. */
  readonly ask: (name: string, value: string, others: Readonly<Record<string, string>>) => void;
}

/** Suggestions for the arguments of a prompt or the variables of a template, asked for once typing pauses. @param ref undefined: none are offered */
export function useCompletion(engine: Engine, endpoint: string, ref: JsonObject | undefined): Completion {
  const [values, setValues] = useState<Completion['values']>({});
  const timer = useRef<() => void>(undefined);
  const round = useRef(0);
  useEffect(() => () => timer.current?.(), []);
  const ask: Completion['ask'] = (name, value, others) => {
    if (ref === undefined) return;
    timer.current?.();
    timer.current = engine.clock.after(PAUSE, () => {
      round.current += 1;
      const mine = round.current;
      const { [name]: _own, ...rest } = others;
      const params = { ref, argument: { name, value }, context: { arguments: rest } };
      void engine.request(engine.prepareRequest(endpoint, 'completion/complete', params)).then((answer) => {
        if (!answer.ok || mine !== round.current) return;
        const completion = own(answer.value, 'completion');
        const found = isObject(completion) ? own(completion, 'values') : undefined;
        const texts = Array.isArray(found)
          ? found.filter((one): one is string => typeof one === 'string')
          : [];
        setValues((now) => ({ ...now, [name]: texts.slice(0, MOST) }));
      });
    });
  };
  return { values, ask };
}

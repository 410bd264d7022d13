import { useRef, useState } from 'react';
import { type Engine, type Heard, type Prepared, stdioName } from '../../engine/index.ts';
import type { Break, Surroundings } from './breaks.ts';
import type { Check } from './rules.ts';

/** What came back of what was sent last, judged. */
export interface CameBack {
  readonly heard: Heard;
  readonly broken: Break;
  readonly checks: readonly Check[];
}

export interface Sending {
  /** The JSON-RPC id of the next message that a form makes: used once, and kept until then. */
  readonly nextId: Prepared['id'];
  readonly isOut: boolean;
  readonly came: CameBack | undefined;
  readonly send: (prepared: Prepared, broken: Break, around: Surroundings) => Promise<void>;
  /** Closes the exchange from this side. */
  readonly stop: () => void;
}

/** Sends one message at a time, and judges its answer. */
export function useSending(engine: Engine): Sending {
  const id = useRef<Prepared['id']>(undefined);
  const out = useRef<AbortController>(undefined);
  const [isOut, setOut] = useState(false);
  const [came, setCame] = useState<CameBack>();
  id.current ??= engine.prepareRequest('', 'ping', {}).id;
  const send: Sending['send'] = async (prepared, broken, around) => {
    const controller = new AbortController();
    out.current = controller;
    setOut(true);
    setCame(undefined);
    id.current = undefined;
    const heard = await engine.compose(prepared, controller.signal);
    const answer = {
      status: heard.status,
      text: heard.text,
      http: stdioName(prepared.endpoint) === undefined,
    };
    setCame({ heard, broken, checks: broken.judge(answer, prepared.text, around) });
    setOut(false);
  };
  return { nextId: id.current, isOut, came, send, stop: () => out.current?.abort() };
}

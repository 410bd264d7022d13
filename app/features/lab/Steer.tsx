import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LabCommand } from '../../../server/protocol/lab.ts';
import type { Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { duration } from '../../ui/format.ts';
import { useNow } from '../../ui/live.ts';
import styles from './lab.module.css';
import type { LabSession, LabView } from './session.ts';

const SPEEDS = [0.1, 0.5, 1, 2, 10, 100, 1000];
const HOUR_MS = 3_600_000;
/** How long a killed server stays down, ms: long enough to see a poll fail. */
const DOWN_MS = 3_000;

/** What the keys of the lab do; they are pressed while nothing is being typed. */
export function commandOfKey(key: string, view: LabView): LabCommand | undefined {
  const { clock, workers = [] } = view.state ?? {};
  const running = workers.some(({ state }) => state === 'running');
  const place = SPEEDS.indexOf(clock?.speed ?? 1);
  switch (key) {
    case 'p':
      return { do: running ? 'worker/pause' : 'worker/run' };
    case 's':
      return { do: 'worker/step' };
    case 'j':
      return { do: 'clock/step' };
    case 'h':
      return { do: 'clock/jump', ms: HOUR_MS };
    case 'o':
      return { do: clock?.paused === true ? 'clock/run' : 'clock/pause' };
    case ']':
      return { do: 'clock/speed', speed: SPEEDS[Math.min(place + 1, SPEEDS.length - 1)] ?? 1 };
    case '[':
      return { do: 'clock/speed', speed: SPEEDS[Math.max(place - 1, 0)] ?? 1 };
    case 'k':
      return { do: 'worker/kill' };
    case 'n':
      return { do: 'worker/replace' };
    case 'x':
      return { do: 'server/kill', downMs: DOWN_MS };
    case '0':
      return { do: 'faults/reset' };
    default:
      return undefined;
  }
}

export interface SteerProps {
  readonly engine: Engine;
  readonly lab: LabSession;
  readonly view: LabView;
  readonly server: string | null;
  readonly onServer: (server: string | null) => void;
}

/** The worker, the clock and the server, with a key for each thing that can be done. */
export function Steer({ engine, lab, view, server, onServer }: SteerProps): ReactNode {
  const [said, setSaid] = useState('');
  const { clock, workers = [] } = view.state ?? {};
  const paused = workers.every(({ state }) => state !== 'running');
  const seen = useRef({ at: 0, now: 0 });
  if (clock !== undefined && seen.current.now !== clock.now)
    seen.current = { at: engine.mono(), now: clock.now };
  const now = useNow(engine.clock, 500, () =>
    clock === undefined
      ? 0
      : clock.now + (clock.paused ? 0 : (engine.mono() - seen.current.at) * clock.speed),
  );
  const run = async (command: LabCommand): Promise<void> => {
    const named = server !== null && /^(worker|server)\//.test(command.do);
    const ack = await lab.ask(named ? ({ ...command, server } as LabCommand) : command);
    if (ack?.ok !== true) return setSaid('');
    if (ack.stepped !== undefined) setSaid(ack.stepped ? 'One step was run.' : 'No step is due now.');
    else if (ack.moved !== undefined) setSaid(`The clock went ${duration(ack.moved)} forward.`);
    else setSaid('');
  };
  const latest = useRef(run);
  latest.current = run;
  const current = useRef(view);
  current.current = view;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea');
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      const command = commandOfKey(event.key, current.current);
      if (command !== undefined) void latest.current(command);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const button = (key: string, label: string, off = false): ReactNode => (
    <Button
      key={key}
      disabled={off}
      aria-keyshortcuts={key}
      onClick={() => {
        const command = commandOfKey(key, view);
        if (command !== undefined) void run(command);
      }}
    >
      {label} <kbd>{key}</kbd>
    </Button>
  );
  return (
    <section aria-label="Steering">
      <div className={styles.head}>
        <h2>Steering</h2>
        {workers.length > 1 && (
          <label>
            Replica{' '}
            <select value={server ?? ''} onChange={(event) => onServer(event.target.value || null)}>
              <option value="">all</option>
              {workers.map((worker) => (
                <option key={worker.server}>{worker.server}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p>
        {workers.map((worker) => (
          <span key={`${worker.server}`}>
            {worker.server === null ? 'Worker' : `Worker of ${worker.server}`}: <b>{worker.state}</b>.{' '}
          </span>
        ))}
        {clock !== undefined && (
          <>
            The server's clock: <b>{new Date(now).toISOString().replace('T', ' ').slice(0, 19)}</b>,{' '}
            {clock.paused ? 'standing still' : `${clock.speed} times real time`}.
          </>
        )}
      </p>
      <div className={styles.cards}>
        {button('p', paused ? 'Run the worker' : 'Pause the worker')}
        {button('s', 'Step: one transition', !paused)}
        {button('k', 'Kill the worker')}
        {button('n', 'New worker')}
        {button('x', `Kill the server for ${DOWN_MS / 1000} s`)}
      </div>
      {clock?.steerable === true && (
        <div className={styles.cards}>
          {button('o', clock.paused ? 'Run the clock' : 'Stop the clock')}
          {button('j', 'Jump to the next timer')}
          {button('h', 'Jump an hour')}
          {button('[', 'Slower', clock.speed <= 0.1)}
          {button(']', 'Faster', clock.speed >= 1000)}
          <label>
            Speed{' '}
            <select
              value={clock.speed}
              onChange={(event) => void run({ do: 'clock/speed', speed: Number(event.target.value) })}
            >
              {[...new Set([...SPEEDS, clock.speed])]
                .sort((a, b) => a - b)
                .map((speed) => (
                  <option key={speed} value={speed}>
                    {speed === 0.1 ? '1/10' : `${speed} ×`}
                  </option>
                ))}
            </select>
          </label>
        </div>
      )}
      <p role="status" className={view.refusal === undefined ? styles.why : styles.bad}>
        {view.refusal ?? said}
      </p>
    </section>
  );
}

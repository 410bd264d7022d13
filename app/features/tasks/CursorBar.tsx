import { type ReactNode, useEffect, useRef, useState } from 'react';
import { eventsUntil, wallAt } from '../../engine/derive/past.ts';
import type { Clock, Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { group, offset, wallTime } from '../../ui/format.ts';
import { useMedia } from '../../ui/live.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import styles from './cursor.module.css';
import { neighbour } from './cursor.ts';

export interface CursorBarProps {
  /** The engine as it is now. */
  readonly engine: Engine;
  /** By which it plays: one that goes on. */
  readonly clock: Clock;
  readonly cursor: number;
  /** The selected task: events of no other are stepped to. */
  readonly taskId: string | undefined;
  readonly onCursor: (cursor: number | undefined) => void;
  /** The message of an event that was stepped to. */
  readonly onExchange: (exchange: string) => void;
}

type Speed = '0.5' | '1' | '2';
const SPEEDS = [
  { value: '0.5', label: '0.5×', name: 'Half speed' },
  { value: '1', label: '1×', name: 'Real speed' },
  { value: '2', label: '2×', name: 'Double speed' },
] as const;

/** Says plainly that the page shows a moment that is over, which one, and leads on from it: event by event, playing, back to now. */
export function CursorBar(props: CursorBarProps): ReactNode {
  const { engine, clock, cursor, taskId, onCursor } = props;
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('1');
  const calm = useMedia('(prefers-reduced-motion: reduce)');
  const latest = useRef(props);
  latest.current = props;

  const step = (by: 1 | -1): void => {
    const found = neighbour(engine.log, engine.world(), cursor, by, taskId);
    if (found === undefined) return;
    setPlaying(false);
    onCursor(found.at);
    if (found.event.exchange !== null) props.onExchange(found.event.exchange);
  };
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  keys.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : undefined;
    if (document.querySelector('[role="dialog"]') !== null) return;
    if (target?.closest('input, textarea, select, [contenteditable="true"], .cm-editor')) return;
    // Space presses the button that has the focus, as everywhere.
    const onControl =
      target?.closest('button, a, summary, [role="button"], [role="tab"], [role="row"]') != null;
    if (event.key === ' ' && !onControl) setPlaying(!playing);
    else if (event.key === '.') step(1);
    else if (event.key === ',') step(-1);
    else if (event.key === 'n') onCursor(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => keys.current?.(event);
    // Before the page's own keys: with a cursor the same ones move it.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
  useEffect(() => {
    if (!playing) return undefined;
    let before = clock.mono();
    let stop = (): void => {};
    const tick = (): void => {
      const it = latest.current;
      const next = it.cursor + (clock.mono() - before) * Number(speed);
      before = clock.mono();
      stop = clock.after(calm ? 250 : 50, tick);
      it.onCursor(next >= engine.mono() ? undefined : next);
    };
    stop = clock.after(calm ? 250 : 50, tick);
    return () => stop();
  }, [playing, speed, calm, engine, clock]);

  const n = eventsUntil(engine.log, cursor);
  return (
    <section className={styles.bar} aria-label="Moment that is shown">
      <span>
        <b>The past.</b> Nothing is sent from here.
      </span>
      <span className={styles.readout}>
        {offset(cursor)} s · {wallTime(wallAt(engine.log, cursor))} · {group(n)} of {group(engine.log.length)}{' '}
        events
      </span>
      <span className={styles.grow} />
      <Button size="icon" aria-label="Event before" title="Event before (,)" onClick={() => step(-1)}>
        ◂
      </Button>
      <Button
        aria-keyshortcuts="Space"
        title="Play (Space)"
        pressed={playing}
        onClick={() => setPlaying(!playing)}
      >
        {playing ? 'Pause' : 'Play'}
      </Button>
      <Segmented<Speed> label="Speed" value={speed} options={SPEEDS} onChange={setSpeed} />
      <Button size="icon" aria-label="Event after" title="Event after (.)" onClick={() => step(1)}>
        ▸
      </Button>
      <Button
        variant="primary"
        aria-keyshortcuts="n"
        title="Back to now (n)"
        onClick={() => onCursor(undefined)}
      >
        Back to now
      </Button>
    </section>
  );
}

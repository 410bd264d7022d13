import { type ReactNode, useEffect, useState } from 'react';
import type { World } from '../engine/index.ts';
import { Button } from '../ui/Button.tsx';
import { count } from '../ui/format.ts';
import type { Ticking } from '../ui/live.ts';
import styles from './shell.module.css';

/** Long enough to be read; what it says is old news after that. ms */
const STAYS = 60_000;

export interface ResumeNoticeProps {
  readonly clock: Ticking;
  readonly world: World;
  readonly onStartNew: () => void;
}

/** Says what a reload brought back. */
export function ResumeNotice({ clock, world, onStartNew }: ResumeNoticeProps): ReactNode {
  const { resumed, recording } = world;
  const [seen, setSeen] = useState<string>();
  const at = resumed === undefined ? undefined : `${recording} ${resumed.seq}`;
  useEffect(() => (at === undefined ? undefined : clock.after(STAYS, () => setSeen(at))), [clock, at]);
  if (resumed === undefined || seen === at) return null;
  const messages = [...messagesUpTo(world, resumed.seq)].length;
  if (resumed.tasks === 0 && messages === 0 && !resumed.lostTail) return null;
  return (
    <section className={styles.strip} aria-label="Resumed recording">
      <span role="status">
        Resumed recording: {count(resumed.tasks, 'task')}, {count(messages, 'message')}.
        {resumed.lostTail && ' The last moments before the page closed could not be read back.'}
      </span>
      <span className={styles.grow} />
      <Button onClick={onStartNew}>Start new</Button>
      <Button variant="ghost" onClick={() => setSeen(at)}>
        OK
      </Button>
    </section>
  );
}

/** The exchanges that were there before the resuming: their requests come before it in the log. */
function* messagesUpTo(world: World, seq: number): Iterable<string> {
  for (const exchange of world.exchanges) {
    if (exchange.requestSeq >= seq) return;
    yield exchange.id;
  }
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Engine, World } from '../engine/index.ts';
import { countOf } from '../features/answers/inbox.ts';
import { useOutstanding } from '../features/answers/useOutstanding.ts';
import { announcements, newlyWaiting, titleOf } from './announce.ts';

export interface AnnouncerProps {
  readonly engine: Engine;
  readonly world: World;
}

/** Says what happens to tasks to readers who do not see it, and shows in the title how many questions wait, whatever asks them. */
export function Announcer({ engine, world }: AnnouncerProps): ReactNode {
  const waiting = countOf(useOutstanding(engine).askers);
  const before = useRef({ world, waiting });
  const [said, setSaid] = useState('');
  useEffect(() => {
    // A reload or a new recording is no news: only what happens from here on is told.
    const old = before.current;
    const fresh =
      old.world.recording === world.recording
        ? [...announcements(old.world, world).slice(-3), ...newlyWaiting(old.waiting, waiting)]
        : [];
    before.current = { world, waiting };
    if (fresh.length > 0) setSaid(fresh.join(' '));
  }, [world, waiting]);
  useEffect(() => {
    document.title = titleOf(waiting);
  }, [waiting]);
  return (
    <div className="sr-only" role="log" aria-live="polite" aria-label="What happens to tasks">
      {said}
    </div>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { World } from '../engine/index.ts';
import { announcements, titleOf } from './announce.ts';

export interface AnnouncerProps {
  readonly world: World;
  readonly waiting: number;
}

/** Says what happens to tasks to readers who do not see it, and shows in the title how many wait. */
export function Announcer({ world, waiting }: AnnouncerProps): ReactNode {
  const before = useRef(world);
  const [said, setSaid] = useState('');
  useEffect(() => {
    // A reload or a new recording is no news: only what happens from here on is told.
    const fresh = before.current.recording === world.recording ? announcements(before.current, world) : [];
    before.current = world;
    if (fresh.length > 0) setSaid(fresh.slice(-3).join(' '));
  }, [world]);
  useEffect(() => {
    document.title = titleOf(waiting);
  }, [waiting]);
  return (
    <div className="sr-only" role="log" aria-live="polite" aria-label="What happens to tasks">
      {said}
    </div>
  );
}

import type { ReactNode } from 'react';
import { tasksAlive, type World } from '../engine/index.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { count } from '../ui/format.ts';
import styles from './shell.module.css';

export interface StartNewProps {
  readonly world: World;
  readonly onStartNew: () => void;
  readonly onClose: () => void;
}

/** Asks before a new recording is begun while tasks are alive: their lanes stay behind in the old one. */
export function StartNew({ world, onStartNew, onClose }: StartNewProps): ReactNode {
  const alive = count(tasksAlive(world).length, 'task');
  return (
    <Dialog title="Start a new recording?" onClose={onClose}>
      <p className={styles.asked}>
        {alive} of this recording {alive.startsWith('1 ') ? 'is' : 'are'} still alive. The server works on,
        but this tab no longer watches: the new recording begins without lanes. The old one stays stored under
        Recordings, and a task can be watched again by its id.
      </p>
      <div className={styles.answers}>
        <Button
          variant="primary"
          onClick={() => {
            onClose();
            onStartNew();
          }}
        >
          Start new
        </Button>
        <Button onClick={onClose}>Keep this one</Button>
      </div>
    </Dialog>
  );
}

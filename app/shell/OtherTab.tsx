import { type ReactNode, useEffect, useState } from 'react';
import type { Engine, StoredMeta } from '../engine/index.ts';
import { recordedElsewhere } from '../features/recordings/elsewhere.ts';
import { titleOf } from '../features/recordings/RecordingRow.tsx';
import { Button } from '../ui/Button.tsx';
import { Link } from './route.tsx';
import styles from './shell.module.css';

/** In a tab that has nothing yet: that another one records, so that nobody takes the empty page for a loss. */
export function OtherTab({ engine }: { readonly engine: Engine }): ReactNode {
  const [found, setFound] = useState<readonly StoredMeta[]>([]);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let here = true;
    void recordedElsewhere(engine).then((metas) => here && setFound(metas));
    return () => {
      here = false;
    };
  }, [engine]);
  const [first] = found;
  if (seen || first === undefined) return null;
  return (
    <section className={styles.strip} aria-label="Another tab records">
      <span role="status">
        {found.length === 1 ? 'Another tab of this browser records' : `${found.length} other tabs record`}:{' '}
        {titleOf(first)}. This tab has a recording of its own and shows what it sends itself. Go on in the
        other tab, open what it has recorded so far, or watch one of its tasks here by its id.
      </span>
      <span className={styles.grow} />
      <Link href="/recordings" onClick={() => setSeen(true)}>
        Recordings
      </Link>
      <Button variant="ghost" onClick={() => setSeen(true)}>
        OK
      </Button>
    </section>
  );
}

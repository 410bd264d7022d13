import { type ReactNode, useMemo, useState } from 'react';
import { masked } from '../../engine/derive/export/mask.ts';
import { countPlaceholders, findSuspects, type Suspect } from '../../engine/derive/export/suspects.ts';
import type { LoadedRecording } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { count } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { FORMATS, type Format, fileName, save } from './exports.ts';
import styles from './recordings.module.css';

export interface ExportDialogProps {
  readonly recording: LoadedRecording;
  readonly onClose: () => void;
}

/** What a recording is saved as, and what of it stays behind: seen before anything leaves (attack 10). */
export function ExportDialog({ recording, onClose }: ExportDialogProps): ReactNode {
  const [format, setFormat] = useState<Format | undefined>(FORMATS[0]);
  const suspects = useMemo(() => findSuspects(recording.events), [recording]);
  const placeholders = useMemo(() => countPlaceholders(recording.events), [recording]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(suspects.filter(({ likely }) => likely).map(({ value }) => value)),
  );
  const text = (): string => {
    const events = [...masked(recording.events, [...chosen])];
    return format?.write(recording, events) ?? '';
  };
  const toggle = (value: string): void => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    setChosen(next);
  };
  return (
    <Dialog title="Export the recording" onClose={onClose}>
      <fieldset className={styles.formats}>
        <legend>As</legend>
        {FORMATS.map((one) => (
          <label key={one.id} className={styles.check}>
            <input type="radio" name="format" checked={one === format} onChange={() => setFormat(one)} />
            <span>
              <b>{one.label}</b> <span className={styles.why}>{one.what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <h3>What stays behind</h3>
      <p className={styles.why}>
        {placeholders === 0
          ? 'The recording holds no placeholder: no header that is always secret was seen.'
          : `${count(placeholders, 'value')} of headers and their repetitions are placeholders in the recording itself.`}{' '}
        {suspects.length === 0
          ? 'Nothing else in it looks like a secret.'
          : 'This may be secret, too. What is ticked becomes a placeholder in what you save or copy:'}
      </p>
      {suspects.length > 0 && (
        <ul className={styles.suspects} aria-label="What may be secret">
          {suspects.map((suspect) => (
            <li key={suspect.value}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={chosen.has(suspect.value)}
                  onChange={() => toggle(suspect.value)}
                />
                <SuspectText suspect={suspect} />
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <Button
          variant="primary"
          onClick={() => {
            if (format !== undefined) save(text(), fileName(recording, format.extension), format.type);
            onClose();
          }}
        >
          Save
        </Button>
        <CopyButton label="Copy the export" text={text}>
          Copy
        </CopyButton>
      </div>
    </Dialog>
  );
}

/** Enough of it to be known again, not all of it: somebody may look on. */
function SuspectText({ suspect }: { readonly suspect: Suspect }): ReactNode {
  const { value, why, events } = suspect;
  const shown = value.length > 12 ? `${value.slice(0, 4)}…${value.slice(-2)}` : `${value.slice(0, 2)}…`;
  return (
    <span>
      <code>{visible(shown)}</code> {count(value.length, 'character')}, {visible(why)}, in{' '}
      {count(events, 'event')}
    </span>
  );
}

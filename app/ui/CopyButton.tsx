import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.tsx';

export interface CopyButtonProps {
  /** What goes to the clipboard; a function where making it is worth putting off. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly children?: ReactNode;
}

/** Copies text and says so. */
export function CopyButton({ text, label, children }: CopyButtonProps): ReactNode {
  const [said, setSaid] = useState<'' | 'Copied' | 'Could not copy'>('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), 1600);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setSaid('Copied');
    } catch {
      setSaid('Could not copy');
    }
  };
  return (
    <Button variant="ghost" aria-label={label} title={label} onClick={() => void copy()}>
      <span aria-live="polite">{said === '' ? (children ?? 'Copy') : said}</span>
    </Button>
  );
}

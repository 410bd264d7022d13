import { useEffect, useRef } from 'react';
import { takeEarlyKey } from './early-keys.ts';

export type Command =
  | 'palette'
  | 'help'
  | 'filter'
  | 'previous'
  | 'next'
  | 'waiting'
  | 'fit'
  | 'fold'
  | 'moment'
  | 'escape';

const PLAIN: ReadonlyMap<string, Command> = new Map([
  ['?', 'help'],
  ['/', 'filter'],
  ['.', 'next'],
  [',', 'previous'],
  ['w', 'waiting'],
  ['f', 'fit'],
  ['t', 'fold'],
  ['c', 'moment'],
]);

/** The command of a key press, or undefined. Plain letters do nothing while something is being typed. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  typing: boolean,
): Command | undefined {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') return 'palette';
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (event.key === 'Escape') return 'escape';
  return typing ? undefined : PLAIN.get(event.key);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}

/** Listens for the page's keys. Nothing happens while a dialog is open, but for what the dialog does itself. */
export function useShortcuts(run: (command: Command) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"]') !== null) return;
      const command = commandOf(event, isTyping(event.target));
      if (command === undefined) return;
      if (command !== 'escape') event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', onKeyDown);
    const early = takeEarlyKey();
    if (early !== undefined) onKeyDown(early);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

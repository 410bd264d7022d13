import type { Command } from './keyboard.ts';

/** The keys of the page, for the help. */
export const KEYS: readonly {
  readonly keys: string;
  readonly meaning: string;
  readonly command?: Command;
}[] = [
  { keys: 'Ctrl K', meaning: 'Command palette', command: 'palette' },
  { keys: '?', meaning: 'This help', command: 'help' },
  { keys: '/', meaning: 'Filter the traffic', command: 'filter' },
  { keys: '.', meaning: 'Next message; in the past, next event', command: 'next' },
  { keys: ',', meaning: 'Previous message; in the past, event before', command: 'previous' },
  { keys: 'w', meaning: 'Next question that waits for you', command: 'waiting' },
  { keys: 'f', meaning: 'Timeline: show all tasks', command: 'fit' },
  { keys: 't', meaning: 'Fold or unfold the timeline', command: 'fold' },
  {
    keys: 'c',
    meaning: 'Show the moment of the selected message, or the last one; again: now',
    command: 'moment',
  },
  { keys: 'n', meaning: 'Back to now' },
  { keys: 'Space', meaning: 'In the past: play, or pause' },
  { keys: 'Esc', meaning: 'Close what is open; leave the filter', command: 'escape' },
  { keys: '← → ↑ ↓', meaning: 'Timeline: from mark to mark, from lane to lane' },
  { keys: '+ −', meaning: 'Timeline: zoom (also Ctrl and the wheel)' },
  { keys: 'Shift ← →', meaning: 'Timeline: move the view (also drag, or a sideways wheel)' },
  { keys: '↑ ↓ PgUp PgDn Home End', meaning: 'Traffic: from message to message' },
  { keys: 'Enter', meaning: 'Traffic: go into the message; open or close a row of polls' },
  { keys: 'Ctrl Enter', meaning: 'Send the form: call, or answer' },
];

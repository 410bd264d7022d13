import { toHar } from '../../engine/derive/export/har.ts';
import { toMsw } from '../../engine/derive/export/msw.ts';
import { toPlaywright } from '../../engine/derive/export/playwright.ts';
import { toReport } from '../../engine/derive/export/report.ts';
import { type LoadedRecording, type LogEvent, writeRecording } from '../../engine/index.ts';

/** What a recording can be saved as. */
export interface Format {
  readonly id: string;
  readonly label: string;
  readonly what: string;
  readonly extension: string;
  readonly type: string;
  readonly write: (recording: LoadedRecording, events: readonly LogEvent[]) => string;
}

export const FORMATS: readonly Format[] = [
  {
    id: 'recording',
    label: 'Recording',
    what: 'Everything, to be opened in Taskscope again: a header and one event a line.',
    extension: 'taskscope.ndjson',
    type: 'application/x-ndjson',
    write: ({ id, startedAt }, events) =>
      writeRecording({ recording: id, startedAt, events: events.length }, events),
  },
  {
    id: 'har',
    label: 'HAR 1.2',
    what: 'The exchanges for any tool that reads HTTP Archives, event streams with their frames.',
    extension: 'har',
    type: 'application/json',
    write: (_recording, events) => toHar(events, { version: '0.1.0' }),
  },
  {
    id: 'report',
    label: 'Report',
    what: 'What was called, the story of each task and what went wrong, as Markdown.',
    extension: 'md',
    type: 'text/markdown',
    write: (_recording, events) => toReport(events),
  },
  {
    id: 'msw',
    label: 'MSW handlers',
    what: 'A module for Mock Service Worker 2 that answers as the server did.',
    extension: 'handlers.mjs',
    type: 'text/javascript',
    write: (_recording, events) => toMsw(events),
  },
  {
    id: 'playwright',
    label: 'Playwright spec',
    what: 'A spec that answers as the server did, and asks for every answer.',
    extension: 'spec.mjs',
    type: 'text/javascript',
    write: (_recording, events) => toPlaywright(events),
  },
];

/** A file name of a recording: what any file system takes. */
export function fileName(recording: Pick<LoadedRecording, 'name' | 'startedAt'>, extension: string): string {
  const time = new Date(recording.startedAt).toISOString().slice(0, 19).replace(/:/g, '-');
  const name = (recording.name ?? '')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 60);
  return `${name === '' ? `recording-${time}` : name}.${extension}`;
}

/** Gives the browser a file to save. */
export function save(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the content once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

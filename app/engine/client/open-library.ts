import type { Library } from '../engine.ts';
import { writeRecording } from '../log/codec.ts';
import type { Recorder } from '../log/recorder.ts';
import type { LibraryParts } from './library-parts.ts';

/** The library's code comes with the first use: the page's first view does without. */
export async function openLibrary(parts: LibraryParts): Promise<Library> {
  const { RecordingLibrary } = await import('./library.ts');
  return new RecordingLibrary(parts);
}

/** The present recording as a file's text. */
export function exported({ log, recording }: Recorder, startedAt: number): string {
  return writeRecording({ recording, startedAt, events: log.length }, log.events());
}

import { expect, test } from 'vitest';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { fold } from './fold.ts';
import { emptyWorld } from './folded.ts';

const ENDPOINT = 'http://127.0.0.1:6280/mcp';

function event(seq: number, kind: LogEvent['kind'], data: LogEvent['data']): LogEvent {
  const nothing = {
    exchange: null,
    cause: null,
    method: null,
    status: null,
    headers: null,
    view: null,
    body: null,
  };
  return {
    ...nothing,
    seq,
    kind,
    mono: seq * 100,
    wall: seq,
    recording: 'r',
    tab: 't',
    endpoint: ENDPOINT,
    data,
  };
}

test('a fault that was on is a stretch of time; one that lasts has no end, and what is told twice is told once', () => {
  const world = fold(emptyWorld(), [
    event(0, 'recording', { what: 'started' }),
    event(1, 'note', { text: '', fault: 'cut-body', on: true }),
    event(2, 'note', { text: '', fault: 'cut-body', on: true }),
    event(3, 'note', { text: '', fault: 'store-full', on: true }),
    event(4, 'note', { text: '', fault: 'cut-body', on: false }),
    event(5, 'note', { text: '', fault: 'cut-body', on: false }),
  ]);
  expect(world.faults).toEqual([
    { endpoint: ENDPOINT, label: 'cut-body', from: 100, to: 400 },
    { endpoint: ENDPOINT, label: 'store-full', from: 300, to: undefined },
  ]);
});

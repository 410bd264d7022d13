import { expect, test } from 'vitest';
import type { Hint } from '../../server/ports/bus.ts';
import { type Broadcast, ChannelBus } from './channel-bus.ts';

function bus() {
  const channel: Broadcast = { onmessage: null, postMessage: (message) => void sent.push(message) };
  const sent: unknown[] = [];
  const heard: Hint[] = [];
  const made = new ChannelBus(channel);
  made.subscribe((hint) => heard.push(hint));
  made.subscribeLists((hint) => heard.push(hint));
  const say = (data: unknown) => channel.onmessage?.(new MessageEvent('message', { data }));
  return { made, sent, heard, say };
}

test('hints of other tabs are heard, own ones are heard and told', () => {
  const { made, sent, heard, say } = bus();
  say({ taskId: 'a', revision: 3, more: 'x' });
  say({ list: 'tools' });
  made.publish({ taskId: 'b', revision: 1 });
  expect(heard).toEqual([{ taskId: 'a', revision: 3 }, { list: 'tools' }, { taskId: 'b', revision: 1 }]);
  expect(sent).toEqual([{ taskId: 'b', revision: 1 }]);
});

test.each([
  null,
  7,
  'list',
  [],
  {},
  { list: 'nonsense' },
  { list: 7 },
  { taskId: 'a' },
  { taskId: 7, revision: 1 },
])('attack: %j on the channel is passed over', (data) => {
  const { heard, say } = bus();
  say(data);
  expect(heard).toEqual([]);
});

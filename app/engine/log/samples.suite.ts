import fc from 'fast-check';
import { EVENT_KINDS, type NewEvent } from '../../../server/protocol/recording.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '\ud800',
    'a\udc00b',
    '\u2028\u2029',
    '\n\r\n',
    '__proto__',
    '{"a":9007199254740993,"a":1.0}',
  ),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const time = fc.double({ min: 0, max: 1e13, noNaN: true }).map((n) => (Object.is(n, -0) ? 0 : n));

/** JSON text of an object, for `data` and bodies: what an event can hold, with hostile keys. */
const data = fc
  .dictionary(
    fc.oneof(fc.string(), fc.constantFrom('__proto__', 'what', 'taskId')),
    fc.jsonValue({ maxDepth: 2 }),
  )
  .map((value) => JSON.parse(JSON.stringify(value)) as NonNullable<NewEvent['data']>);

/** Any event at all, most of them senseless: what a log must keep. */
export const anyEvent: fc.Arbitrary<NewEvent> = fc.record({
  kind: fc.constantFrom(...EVENT_KINDS),
  mono: time,
  wall: time,
  recording: text,
  tab: text,
  endpoint: maybe(text),
  exchange: maybe(text),
  cause: maybe(fc.nat()),
  method: maybe(text),
  status: maybe(fc.integer({ min: 0, max: 999 })),
  headers: maybe(fc.array(fc.tuple(text, text), { maxLength: 4 })),
  view: fc.constantFrom(null, 'full', 'cors'),
  body: maybe(
    fc.oneof(
      fc.record({ text }),
      fc.uint8Array().map((bytes) => ({ base64: Buffer.from(bytes).toString('base64') })),
    ),
  ),
  data: maybe(data),
});

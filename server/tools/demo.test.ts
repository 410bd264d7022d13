import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../protocol/json.ts';
import type { StepInput } from '../tasks/durable.ts';
import { DEMO_TOOLS } from './demo.ts';
import { plainContext } from './plain-context.suite.ts';

const byName = (name: string) => {
  const tool = DEMO_TOOLS.find(({ definition }) => definition.name === name);
  if (tool === undefined) throw new Error(name);
  return tool;
};
const input = (state: unknown, answers: JsonObject = {}) =>
  ({ taskId: 't', state, answers, cancelRequested: false }) as StepInput;

describe("the demo's tools", () => {
  test('R80: one of each kind, each named and described as the specification likes it', () => {
    expect(DEMO_TOOLS.map(({ definition, taskSupport }) => [definition.name, taskSupport])).toEqual([
      ['lookup_glossary', 'forbidden'],
      ['generate_report', 'required'],
      ['slow_compute', 'optional'],
      ['book_room', 'required'],
    ]);
    for (const { definition } of DEMO_TOOLS) {
      expect(definition.name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
      expect(definition.description.length).toBeGreaterThan(20);
      expect(definition.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  test('the first of the list answers {} without any extension (conformance)', async () => {
    const first = DEMO_TOOLS[0];
    if (first?.taskSupport !== 'forbidden') throw new Error('the first tool is no plain one');
    expect(await first.call({}, plainContext())).toMatchObject({ isError: false });
  });

  test('lookup_glossary: every term it lists has a meaning, and every meaning is a sentence', async () => {
    const tool = byName('lookup_glossary');
    if (tool.taskSupport !== 'forbidden') throw new Error('not plain');
    const say = async (args: JsonObject) => {
      const { content, isError } = await tool.call(args, plainContext());
      return { said: String(content[0]?.text), isError };
    };
    const terms = (await say({})).said.replace(/^Terms: |\.$/g, '').split(', ');
    for (const word of ['task handle', 'stateless core', 'lease', 'epoch']) expect(terms).toContain(word);
    for (const term of terms) {
      const { said, isError } = await say({ term });
      expect(isError, term).toBe(false);
      expect(said, term).toMatch(/^[A-Z].{20,}\.$/);
    }
    expect((await say({ term: 'constructor' })).isError).toBe(true);
  });

  test('slow_compute: reports up to ten parts that add up to the time asked for', async () => {
    const tool = byName('slow_compute');
    if (tool.taskSupport !== 'optional') throw new Error('not optional');
    for (const seconds of [0, 0.2, 1, 3, 60, 3600]) {
      let { step, state, afterMs } = tool.work.begin({ seconds, label: 'pi' });
      let total = afterMs;
      let steps = 0;
      for (;;) {
        const outcome = await tool.work.steps[step]?.(input(state));
        steps += 1;
        if (outcome?.kind !== 'next') {
          expect(outcome).toMatchObject({ kind: 'done', result: { isError: false } });
          break;
        }
        ({ step, state, afterMs } = outcome);
        total += afterMs;
      }
      expect(total).toBeCloseTo(seconds * 1000);
      expect(steps).toBe(Math.min(10, Math.max(1, Math.ceil(seconds))));
    }
  });

  test("R47: the report's decision takes only an accepted true for a yes", async () => {
    const tool = byName('generate_report');
    if (tool.taskSupport !== 'required') throw new Error('not required');
    const decide = async (answer: JsonObject | undefined) =>
      (
        await tool.work.steps.decide?.(
          input({ size: 'small' }, answer === undefined ? {} : { approve_outline: answer }),
        )
      )?.kind;
    expect(await decide({ action: 'accept', content: { approved: true } })).toBe('next');
    for (const no of [
      undefined,
      {},
      { action: 'decline', content: { approved: true } },
      { action: 'cancel' },
      { action: 'accept' },
      { action: 'accept', content: { approved: false } },
      { action: 'accept', content: { approved: 'true' } },
    ])
      expect(await decide(no)).toBe('cancelled');
  });
});

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../protocol/json.ts';
import type { StepInput } from '../tasks/durable.ts';
import { DEMO_TOOLS } from './demo.ts';
import { writeCursor } from './history.ts';
import { lint } from './lint.ts';
import { plainContext } from './plain-context.suite.ts';
import { SURVEY_FIELDS } from './survey.ts';

const byName = (name: string) => {
  const tool = DEMO_TOOLS.find(({ definition }) => definition.name === name);
  if (tool === undefined) throw new Error(name);
  return tool;
};
const input = (state: unknown, answers: JsonObject = {}) =>
  ({ taskId: 't', state, answers, cancelRequested: false }) as StepInput;

describe("the demo's tools", () => {
  test('R80 R87: every kind, in the order of the lesson, each named and described as the specification likes it', () => {
    expect(DEMO_TOOLS.map(({ definition, taskSupport }) => [definition.name, taskSupport])).toEqual([
      ['lookup_glossary', 'forbidden'],
      ['generate_report', 'required'],
      ['slow_compute', 'optional'],
      ['book_room', 'required'],
      ['plan_trip', 'required'],
      ['survey', 'required'],
      ['connect_account', 'required'],
      ['tool_with_elicitation', 'required'],
      ['flaky_import', 'required'],
      ['lint_document', 'required'],
      ['stubborn_job', 'required'],
      ['slow_to_stop', 'required'],
      ['photo_finish', 'required'],
      ['changing_pace', 'required'],
      ['endless_tool', 'required'],
      ['big_result', 'required'],
      ['list_my_tasks', 'forbidden'],
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
    const result = (await say({ term: 'result type' })).said;
    for (const term of ['resultType', 'Result Type']) expect((await say({ term })).said).toBe(result);
    expect((await say({ term: 'handle' })).said).toBe((await say({ term: 'task handle' })).said);
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

  test('survey has a field of every kind, within the subset that the schema allows', () => {
    const kinds = Object.values(SURVEY_FIELDS).map((field: JsonObject) => {
      const { title, description, default: _, ...rest } = field;
      expect(title).toEqual(expect.any(String));
      if (description !== undefined) expect(description).toEqual(expect.any(String));
      const { type, format, ...others } = rest;
      return [type, format ?? Object.keys(others).join('+')].join(' ');
    });
    expect(kinds).toEqual([
      'string minLength+maxLength',
      'string email',
      'string uri',
      'string date',
      'string date-time',
      'number minimum+maximum',
      'integer minimum+maximum',
      'boolean ',
      'string enum',
      'string oneOf',
      'string enum+enumNames',
      'array minItems+maxItems+items',
      'array maxItems+items',
    ]);
    const types = Object.values(SURVEY_FIELDS)
      .filter((field) => 'default' in field)
      .map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['string', 'number', 'integer', 'boolean', 'array']));
    for (const field of [SURVEY_FIELDS.days, SURVEY_FIELDS.topics])
      expect(Object.keys(field.items)).toEqual(field === SURVEY_FIELDS.days ? ['type', 'enum'] : ['anyOf']);
  });

  test('every tool is short work: whoever answers at once sees its end within 15 s of the demo, endless_tool apart', async () => {
    for (const tool of DEMO_TOOLS) {
      if (tool.taskSupport === 'forbidden' || tool.definition.name === 'endless_tool') continue;
      let { step, state, afterMs: total } = tool.work.begin({});
      for (let ended = false; !ended; ) {
        const outcome = await tool.work.steps[step]?.(input(state));
        if (outcome?.kind === 'next') ({ step, state } = outcome);
        else if (outcome?.kind === 'ask') ({ then: step, state } = outcome);
        else ended = true;
        total += outcome?.kind === 'next' ? outcome.afterMs : 0;
      }
      expect(total, tool.definition.name).toBeLessThanOrEqual(15_000);
    }
  });

  test('lint_document: names line and fault', () => {
    expect(lint('fine\n\nThis is fine.')).toEqual([]);
    expect(lint(`The the end\t\n${'x'.repeat(101)}`)).toEqual([
      'Line 1 ends in white space.',
      'Line 1 says "The" twice.',
      'Line 2 is longer than 100 characters.',
    ]);
  });

  test('R36: a cursor tells nothing at first sight', () => {
    expect(writeCursor({ createdAt: 17, taskId: 'tsk_a' })).toBe('31372074736b5f61');
  });
});

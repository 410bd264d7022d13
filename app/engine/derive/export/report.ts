import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { fold } from '../fold.ts';
import { emptyWorld } from '../folded.ts';
import type { Exchange, TaskHistory, World } from '../model.ts';
import { isoTime } from './wire.ts';

/** A recording as a Markdown report: what was called, the story of each task with times and statuses, and what went wrong. */
export function toReport(events: readonly LogEvent[]): string {
  const world = fold(emptyWorld(), events);
  const tasks = [...world.tasks.values()];
  return [
    ...opening(world, tasks.length),
    ...callsOf(world),
    ...(tasks.length === 0 ? [] : ['## Tasks', '']),
    ...tasks.flatMap(taskStory),
    ...problemsOf(world),
    '',
  ].join('\n');
}

/** What turns the text around it, or stands in it and is not seen: a report shows its number instead. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Text of a server as text: nothing in it is Markdown or HTML, nothing of it becomes a link or a mention by itself (addresses with and
 * without a scheme, e-mail, @names), it stays on its line and reads in its own direction.
 */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(UNSEEN, (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .replace(/[\\`*_{}[\]()#+!|<>~&-]/g, (char) => `\\${char}`)
    .replace(/(https?|ftp|mailto|xmpp):/gi, '$1\u200b:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\u200b.`)
    .replaceAll('@', '@\u200b');
}

const seconds = (mono: number): string => `${(mono / 1_000).toFixed(3)} s`;

function opening(world: World, tasks: number): readonly string[] {
  const began = world.startedWall === undefined ? 'unknown' : isoTime(world.startedWall);
  const endpoints = [...world.endpoints.values()].map(({ url }) => `- Endpoint: ${plain(url)}`);
  return [
    '# Recording of MCP traffic',
    '',
    `- Began: ${began}`,
    ...endpoints,
    `- Exchanges: ${world.exchanges.size}, tasks: ${tasks}`,
    '',
    'Times are seconds since the recording began.',
    '',
  ];
}

function callsOf(world: World): readonly string[] {
  const rows = [...world.exchanges].filter(({ method }) => method !== 'tasks/get').map(callRow);
  const polls = world.exchanges.size - rows.length;
  if (world.exchanges.size === 0) return ['Nothing was sent.', ''];
  return [
    '## What was called',
    '',
    '| Sent | Method | What | HTTP | Outcome | Took |',
    '| ---: | --- | --- | ---: | --- | ---: |',
    ...rows,
    '',
    ...(polls === 0 ? [] : [`Besides these, ${polls} ${polls === 1 ? 'poll' : 'polls'} (tasks/get).`, '']),
  ];
}

function callRow(exchange: Exchange): string {
  const { sentAt, endAt, method, step, name, httpStatus } = exchange;
  const took = endAt === undefined ? 'open' : `${Math.round(endAt - sentAt)} ms`;
  const cells = [
    seconds(sentAt),
    plain(method === '' ? (step ?? 'request') : method),
    plain(name ?? ''),
    httpStatus === undefined ? '' : String(httpStatus),
    plain(outcomeOf(exchange)),
    took,
  ];
  return `| ${cells.join(' | ')} |`;
}

function outcomeOf({ outcome, problem, state }: Exchange): string {
  if (outcome?.kind === 'error') return `error ${outcome.code ?? ''}: ${outcome.message ?? ''}`;
  if (problem !== undefined) return problem.message;
  if (outcome?.resultType !== undefined) return outcome.resultType;
  return state;
}

/** One line for each thing that was seen or done, in the order of time; polls without news are counted. */
function taskStory(task: TaskHistory): readonly string[] {
  const lines: { readonly mono: number; readonly text: string }[] = [];
  let quiet = 0;
  for (const { mono, via, status, statusMessage, changed, problems } of task.observations) {
    if (via === 'poll' && changed.length === 0 && problems.length === 0) quiet += 1;
    else {
      const message = statusMessage === undefined ? '' : `: ${plain(statusMessage)}`;
      lines.push({ mono, text: `**${plain(status)}** (${VIA[via]})${message}` });
    }
    for (const problem of problems) lines.push({ mono, text: `Problem: ${plain(problem)}` });
  }
  for (const { firstMono, key, method } of task.questions)
    lines.push({ mono: firstMono, text: `Asked ${plain(key)} (${plain(method)})` });
  for (const { mono, keys, state } of task.updates)
    lines.push({ mono, text: `Answered ${keys.map(plain).join(', ')}: ${state}` });
  if (task.cancel !== undefined)
    lines.push({ mono: task.cancel.mono, text: `Cancel requested: ${task.cancel.state}` });
  if (task.gone !== undefined)
    lines.push({ mono: task.gone.mono, text: `Gone: ${plain(task.gone.message)}` });
  const ttl = task.ttlMs === null ? 'no limit' : task.ttlMs === undefined ? 'not told' : `${task.ttlMs} ms`;
  return [
    `### ${plain(task.tool ?? 'Watched task')} ${plain(task.taskId)}`,
    '',
    `Status ${plain(task.status ?? 'unknown')}, ${task.pollCount} polls (${quiet} without news), ${task.pushCount} pushes, TTL ${ttl}.`,
    '',
    ...lines.sort((a, b) => a.mono - b.mono).map(({ mono, text }) => `- ${seconds(mono)} ${text}`),
    '',
  ];
}

const VIA = { handle: 'handle', poll: 'polled', push: 'pushed' } as const;

function problemsOf(world: World): readonly string[] {
  const found = [...world.exchanges].flatMap(({ sentAt, method, problem }) =>
    problem === undefined
      ? []
      : [`- ${seconds(sentAt)} ${plain(method)}: ${plain(problem.message)} ${plain(problem.next)}`],
  );
  return found.length === 0 ? ['No exchange failed.'] : ['## Problems', '', ...found];
}

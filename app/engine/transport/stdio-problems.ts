import type { BridgeCause } from '../../../server/protocol/bridge.ts';
import type { Problem } from '../../../server/protocol/problem.ts';

/** A process that could not be started or spoken to, in words. */
export function stdioProblem(code: BridgeCause, detail: string, name: string): Problem {
  switch (code) {
    case 'missing-command':
      return {
        kind: 'network',
        code,
        message: `The server "${name}" could not be started: ${detail}.`,
        next: 'Check the spelling of the command and of its folder, and that it is installed where taskscope runs.',
      };
    case 'not-allowed':
      return {
        kind: 'network',
        code,
        message: `The server "${name}" could not be started: ${detail}.`,
        next: 'Name the program that runs the file, such as "node server.js", or make the file executable.',
      };
    case 'unknown-server':
      return {
        kind: 'network',
        code,
        message: `The page may not start "${name}": ${detail}.`,
        next: 'Servers are started by the command line only: taskscope --stdio COMMAND, or --config FILE.',
      };
    default:
      return {
        kind: 'network',
        code,
        message: `The server "${name}" could not be reached.`,
        detail,
        next: 'Read the detail; the terminal that taskscope runs in may say more.',
      };
  }
}

/** The process ended. @param words its last ones */
export function exited(
  name: string,
  code: number | null,
  signal: string | null,
  words: readonly string[],
): Problem {
  const how = signal === null ? `with code ${code ?? 'unknown'}` : `by ${signal}`;
  return {
    kind: 'network',
    code: 'exited',
    message: `The server "${name}" ended ${how} before it answered.`,
    ...(words.length === 0 ? {} : { detail: words.join('\n') }),
    next:
      words.length === 0
        ? 'Run its command in a terminal to see why it ends; the next request starts it again.'
        : 'Its last words are above; the next request starts it again.',
  };
}

/** Nothing that it wrote was a message. */
export function onlyNoise(name: string, line: string): Problem {
  return {
    kind: 'framing',
    code: 'noise',
    message: `The server "${name}" writes lines to its standard output that are no JSON-RPC messages, and gave no answer.`,
    detail: line.slice(0, 300),
    next: 'Let it log to standard error: standard output is for messages alone.',
  };
}

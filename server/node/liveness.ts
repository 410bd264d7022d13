import { get } from 'node:http';
import { ownString, parseJson } from '../protocol/json.ts';
import { codeOf } from './exclusive-file.ts';

/** Where a server tells its boot id to anyone on this machine. */
export const HEALTH_PATH = '/api/health';

/**
 * What an address answers when it is asked for a boot id: `same` (that very run of the server), `other` (something else, or
 * nothing listens), `silent` (it takes the connection and does not answer in time).
 */
export type Answer = 'same' | 'other' | 'silent';
export type Probe = (address: string, bootId: string) => Promise<Answer>;

const TIMEOUT_MS = 2_000;
const MOST_BYTES = 4_096;

/** Asks `address` (an origin on this machine) for its boot id. Never rejects. */
export async function probeBoot(
  address: string,
  bootId: string,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Answer> {
  const found = await askBoot(address, timeoutMs);
  if (found === 'silent') return 'silent';
  return found?.bootId === bootId ? 'same' : 'other';
}

/** Whether a Taskscope answers at `address`, whichever run of it. Never rejects. */
export async function isTaskscope(address: string): Promise<boolean> {
  const found = await askBoot(address, TIMEOUT_MS);
  return found !== 'silent' && found?.bootId !== undefined;
}

/** What is answered; undefined where nothing listens. */
function askBoot(
  address: string,
  timeoutMs: number,
): Promise<{ readonly bootId: string | undefined } | 'silent' | undefined> {
  return new Promise((resolve) => {
    const request = get(new URL(HEALTH_PATH, address), { timeout: timeoutMs, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MOST_BYTES) response.destroy();
      });
      response.on('close', () => {
        const parsed = parseJson(text);
        resolve({ bootId: parsed.ok ? ownString(parsed.value, 'bootId') : undefined });
      });
    });
    request.on('timeout', () => {
      resolve('silent');
      request.destroy();
    });
    request.on('error', (error) => resolve(codeOf(error) === 'ETIMEDOUT' ? 'silent' : undefined));
  });
}

/** Whether a process with this id exists, also one of another user. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

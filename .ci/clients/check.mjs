// Checks of a client script: one line each, and an exit code that tells whether all passed.
import { deepStrictEqual } from 'node:assert/strict';

process.exitCode = 0;

/** Runs one check, within `ms`. */
export async function check(name, run, ms = 15_000) {
  let timer;
  const limit = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([run(), limit]);
    console.log(`✓ ${name}`);
  } catch (error) {
    console.log(`✗ ${name}\n${error?.stack ?? error}`);
    process.exitCode = 1;
  } finally {
    clearTimeout(timer);
  }
}

export const equal = (found, expected) => deepStrictEqual(found, expected);

/** The promise must reject, with `code` where one is given. */
export async function fails(promise, code) {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (error === undefined) throw new Error('it did not fail');
  if (code !== undefined) deepStrictEqual(error.code, code);
}

import { expect, test } from 'vitest';
import { type OpenMount, on, part } from '../../http/suite/mount.suite.ts';
import { LegacyClient, relatedTo } from './legacy-client.suite.ts';

/** How tools end here where 2026-07-28 has another end for them. */
export function ends(open: OpenMount): void {
  test(
    'R67 R85: lint_document with isError is failed here, with its whole result; without it is completed',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const bad = await client.task('lint_document');
      const good = await client.task('lint_document', { document: 'A task is durable.' });
      await client.current.run(2000);
      expect((await client.call('tasks/get', { taskId: bad.taskId })).result).toMatchObject({
        status: 'failed',
        statusMessage: 'Read the document: 2 problems.',
      });
      const { result, error } = await client.call('tasks/result', { taskId: bad.taskId });
      expect(error).toEqual({});
      expect(result).toMatchObject({ isError: true, content: [{ type: 'text' }] });
      expect(relatedTo({ result })).toBe(bad.taskId);
      expect((await client.call('tasks/get', { taskId: good.taskId })).result.status).toBe('completed');
      expect((await client.call('tasks/result', { taskId: good.taskId })).result).toMatchObject({
        isError: false,
      });
      // The other generation has the same row as completed.
      expect(await client.current.status(String(bad.taskId))).toBe('completed');
      expect((await client.call('tasks/cancel', { taskId: bad.taskId })).error.code).toBe(-32602);
    }),
  );

  test(
    'R49 R85: stubborn_job is cancelled at once here, in the answer itself, and works no more',
    on(open, async (_, mount) => {
      const client = await LegacyClient.open(mount);
      const { taskId } = await client.task('stubborn_job');
      await client.current.run(1000);
      const { result } = await client.call('tasks/cancel', { taskId });
      expect(result).toMatchObject({ taskId, status: 'cancelled' });
      const before = (await client.call('tasks/get', { taskId })).result;
      expect(before.status).toBe('cancelled');
      await client.current.run(20_000);
      expect((await client.call('tasks/get', { taskId })).result).toEqual(before);
      expect(part(await client.current.get(String(taskId)), 'result')).toEqual({});
      expect((await client.call('tasks/result', { taskId })).error.code).toBe(-32602);
    }),
  );
}

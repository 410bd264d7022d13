import type { HistoryPosition } from '../ports/task-store.ts';
import { CODES, RpcError } from '../protocol/codes.ts';
import { isTaskStatus, TASK_STATUSES } from '../protocol/task.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';
import { taskFields } from '../tasks/view.ts';

const DEFAULT_LIMIT = 10;
const MOST = 50;

/**
 * The extension has no `tasks/list`, so a server that wants a history offers a tool for it (R36): authorised like every call and
 * bound to the caller's own tasks, with filters, pages, and no more than the retention keeps. It is a look-up, so never a task.
 */
export const listMyTasks: Tool = {
  definition: {
    name: 'list_my_tasks',
    title: 'List my tasks',
    description:
      'Your own tasks, newest first, by pages. The protocol has no list of tasks; this is a tool of this server, so it can ask who ' +
      'you are. Requests without a token share one guest. Ended tasks are kept for some minutes after their ttlMs, then they are gone.',
    inputSchema: {
      type: 'object',
      properties: {
        status: {
          type: 'string',
          enum: [...TASK_STATUSES],
          title: 'Status',
          description: 'Only tasks in this state.',
        },
        tool: { type: 'string', maxLength: 128, title: 'Tool', description: 'Only tasks of this tool.' },
        limit: { type: 'integer', minimum: 1, maximum: MOST, default: DEFAULT_LIMIT, title: 'Tasks a page' },
        cursor: {
          type: 'string',
          maxLength: 400,
          title: 'Cursor',
          description: 'nextCursor of the page before, as it is.',
        },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        tasks: { type: 'array', items: { type: 'object' } },
        nextCursor: { type: 'string' },
      },
      required: ['tasks'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'forbidden',
  call: async ({ status, tool, limit, cursor }, { history }) => {
    const size = typeof limit === 'number' ? limit : DEFAULT_LIMIT;
    // One more than is told, to know whether there is a next page.
    const rows = await history({
      ...(isTaskStatus(status) ? { status } : {}),
      ...(typeof tool === 'string' ? { tool } : {}),
      ...(typeof cursor === 'string' ? { after: readCursor(cursor) } : {}),
      limit: size + 1,
    });
    const told = rows.slice(0, size);
    const tasks = told.map((row) => ({ tool: row.next.tool, ...taskFields(row) }));
    const last = told.at(-1);
    const more = rows.length > size && last !== undefined;
    const lines = told.map((row) => `${row.taskId} ${row.next.tool}: ${row.status}`);
    return text(
      lines.length === 0 ? 'No tasks.' : [...lines, ...(more ? ['There are more.'] : [])].join('\n'),
      more ? { tasks, nextCursor: writeCursor(last) } : { tasks },
    );
  },
};

/** A position as hexadecimal text: nothing that a client could be tempted to read or build. Holds no right: the owner is always asked for. */
export function writeCursor({ createdAt, taskId }: HistoryPosition): string {
  return [...`${createdAt} ${taskId}`].map((c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function readCursor(cursor: string): HistoryPosition {
  const bytes = /^(?:[0-9a-f]{2})+$/.test(cursor) ? (cursor.match(/../g) ?? []) : [];
  const plain = bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('');
  const read = /^(\d{1,16}) (\S+)$/.exec(plain);
  if (read === null)
    throw new RpcError(
      CODES.invalidParams,
      'Unknown cursor: send the nextCursor of the page before, as it is',
    );
  return { createdAt: Number(read[1]), taskId: read[2] ?? '' };
}

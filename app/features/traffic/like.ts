import type { Condition } from '../../engine/derive/filter/term.ts';
import type { ColumnName } from './columns.ts';
import type { Row } from './row.ts';
import { cellsOf } from './rows.ts';

/** The condition that holds for messages like this one in this column; undefined where a column says nothing to filter by. */
export function likeOf(row: Row, column: ColumnName): Condition | undefined {
  const { exchange, frame } = row;
  const cells = cellsOf(row);
  const name = frame === undefined ? exchange.name : frame.taskId;
  switch (column) {
    case 'Time':
      return { field: 'after', ms: Math.floor(row.mono) };
    case 'Dir':
      return { field: 'dir', dir: frame === undefined ? 'out' : 'in' };
    case 'Method': {
      const method = frame?.method ?? exchange.method;
      return method === '' ? undefined : { field: 'method', any: [method] };
    }
    case 'What':
      if (name === undefined) return undefined;
      return frame !== undefined || exchange.taskIds.includes(name)
        ? { field: 'task', any: [name] }
        : { field: exchange.method === 'tools/call' ? 'tool' : 'name', any: [name] };
    case 'HTTP': {
      const status = exchange.httpStatus;
      return frame !== undefined || status === undefined
        ? undefined
        : { field: 'http', ranges: [[status, status]] };
    }
    case 'RPC': {
      const code = exchange.outcome?.code;
      return code === undefined ? undefined : { field: 'code', codes: [code] };
    }
    case 'resultType':
      if (cells.rpcError !== undefined) return { field: 'type', any: [exchange.outcome?.kind ?? 'error'] };
      return cells.resultType === undefined ? undefined : { field: 'type', any: [cells.resultType] };
    case 'Task status':
      return cells.status === undefined ? undefined : { field: 'status', any: [cells.status] };
    case 'ms': {
      const ms = exchange.endAt === undefined ? undefined : exchange.endAt - exchange.sentAt;
      return ms === undefined || frame !== undefined ? undefined : { field: 'slower', ms: Math.floor(ms) };
    }
    case 'Bytes':
      return undefined;
    case 'Note': {
      const note = row.op === undefined ? (cells.reason ?? cells.note) : '';
      return note === '' ? undefined : { field: 'note', any: [note.slice(0, 60)] };
    }
  }
}

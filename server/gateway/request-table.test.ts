import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RequestTable } from './request-table.ts';

test('R2 R55: the table holds exactly the requests whose responses have not ended, up to its limit', () => {
  const step = fc.oneof(
    fc.constant('open' as const),
    fc.nat(20).map((n) => ({ close: n })),
    fc.nat(20).map((n) => ({ note: n })),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const table = new RequestTable(5);
      const open = new Set<number>();
      for (const one of steps) {
        if (one === 'open') {
          const row = table.open('tasks/get', 't', 0);
          expect(row === undefined).toBe(open.size >= 5);
          if (row !== undefined) open.add(row);
        } else if ('close' in one) {
          table.close(one.close);
          open.delete(one.close);
        } else table.note(one.note, { replica: 'a', phase: 'answering' });
        expect(table.rows().map((row) => row.request)).toEqual([...open]);
      }
    }),
  );
});

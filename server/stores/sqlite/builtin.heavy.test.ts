import { loadNodeSqlite } from './builtin.ts';
import { driverSuite } from './drivers.suite.ts';

driverSuite('node:sqlite', await loadNodeSqlite());

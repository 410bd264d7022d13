import { loadBetterSqlite } from './better.ts';
import { driverSuite } from './drivers.suite.ts';

driverSuite('better-sqlite3', await loadBetterSqlite());

/** The server with `synchronous = NORMAL`; the power-cut test must detect its lost bookings. */
import { Database } from 'bun:sqlite';

const originalRun = Database.prototype.run;
Database.prototype.run = function (this: Database, sql: string, ...rest: []) {
  return originalRun.call(this, sql.replace('synchronous = FULL', 'synchronous = NORMAL'), ...rest);
} as typeof originalRun;

await import('../../src/main.ts');

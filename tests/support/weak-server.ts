/** The server with `synchronous = NORMAL`: what the power-cut test must be able to find fault with. */
import { Database } from 'bun:sqlite';

const run = Database.prototype.run;
Database.prototype.run = function (this: Database, sql: string, ...rest: []) {
  return run.call(this, sql.replace('synchronous = FULL', 'synchronous = NORMAL'), ...rest);
} as typeof run;

await import('../../src/main.ts');

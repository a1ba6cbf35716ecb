import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE_DAMAGED, OperatorError } from '../db/operator-error.ts';
import type { CommandContext } from './command.ts';
import { lowerPriority } from './lower-priority.ts';
import { requireClub } from './open-club.ts';

/** Reads every page of the database, through a connection with none of them in memory. */
export async function runCheck(context: CommandContext): Promise<number> {
  const dataDir = context.resolveDataDir();
  await requireClub(context);
  lowerPriority();
  const db = new Database(join(dataDir, 'club.db'), { readonly: true });
  try {
    const [row] = db.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all();
    if (row?.quick_check !== 'ok') {
      context.printStatus(row?.quick_check ?? 'no answer');
      throw new OperatorError(DATABASE_DAMAGED);
    }
  } finally {
    db.close();
  }
  context.printStatus('Every page of the database is intact.');
  return 0;
}

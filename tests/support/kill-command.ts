import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { assertChecksum } from '../../src/backups/archive.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { verifyDatabase } from '../../src/backups/verify-database.ts';
import { hashClubData } from './data-dir.ts';
import { EXECUTABLE } from './server-process.ts';

/**
 * Runs a command `count` times and kills it at evenly spaced moments of its run time. After every run the club must
 * open and be consistent. Returns the club's digest after each run.
 */
export async function killCommandAtIntervals(
  dataDir: string,
  command: string[],
  count: number,
): Promise<string[]> {
  const run = (signal?: AbortSignal) =>
    Bun.spawn([EXECUTABLE, ...command, '--data', dataDir], {
      stdio: ['ignore', 'ignore', 'ignore'],
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
  const started = performance.now();
  if ((await run().exited) !== 0) throw new Error(`${command[0]} fails even when it is not killed`);
  const durationMs = performance.now() - started;
  const digests: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const child = run();
    await Bun.sleep((durationMs * (index + 0.5)) / count);
    child.kill('SIGKILL');
    await child.exited;
    openDataDir(dataDir).release();
    verifyDatabase(join(dataDir, 'club.db'));
    digests.push(hashClubData(dataDir));
    assertBackupsComplete(command[command.indexOf('--to') + 1] ?? '');
  }
  return digests;
}

/** Every file named like a backup must be a complete backup. */
function assertBackupsComplete(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.endsWith('.tar.zst')) assertChecksum(join(folder, name));
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { verifyChecksum } from '../../src/backups/archive.ts';
import { verifyDatabase } from '../../src/backups/database-snapshot.ts';
import { openDataDir } from '../../src/backups/open-data-dir.ts';
import { clubDigest } from './data-folder.ts';
import { EXECUTABLE } from './executable.ts';

/**
 * Runs a command `count` times and kills it, each time a little later, from its first moment to its last.
 * After each one the club must open and be whole; answers the digests it then had.
 */
export async function killAtPoints(dataDir: string, command: string[], count: number): Promise<string[]> {
  const run = (signal?: AbortSignal) =>
    Bun.spawn([EXECUTABLE, ...command, '--data', dataDir], {
      stdio: ['ignore', 'ignore', 'ignore'],
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    });
  const started = performance.now();
  if ((await run().exited) !== 0) throw new Error(`${command[0]} fails without being killed`);
  const whole = performance.now() - started;
  const seen: string[] = [];
  for (let point = 0; point < count; point += 1) {
    const child = run();
    await Bun.sleep((whole * (point + 0.5)) / count);
    child.kill('SIGKILL');
    await child.exited;
    openDataDir(dataDir).release();
    verifyDatabase(join(dataDir, 'club.db'));
    seen.push(clubDigest(dataDir));
    refuseHalfBackups(command[command.indexOf('--to') + 1] ?? '');
  }
  return seen;
}

/** Whatever has a backup's name must be one. */
function refuseHalfBackups(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.endsWith('.tar.zst')) verifyChecksum(join(folder, name));
}

import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/load-config.ts';
import { clubTimestamp } from '../../domain/business-day.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const GIGABYTE = 1e9;
/** Before this the program did not exist; a clock that says so is wrong. */
const EARLIEST_VALID_TIME = Date.parse('2026-11-01T00:00:00Z');

/** The data folder's rights, its disk, and the clock. */
export function checkEnvironment(config: Config, now: number): Finding[] {
  return [
    ...checkPermissions(config.dataDir),
    checkDiskSpace(config.dataDir),
    checkClock(now),
    checkRestoreLeftovers(config.dataDir),
  ].flat();
}

function checkPermissions(dataDir: string): Finding[] {
  const findings: Finding[] = [];
  for (const name of ['.', 'club.db', 'club.toml', 'receipts', 'backups']) {
    const path = join(dataDir, name);
    if (!existsSync(path)) continue;
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      findings.push(
        fail(`${path} cannot be written.`, `Give it to the user who runs the site: chown -R USER ${dataDir}`),
      );
    }
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0 && name !== 'receipts') {
      findings.push(warn(`${path} can be read by other users of this machine.`, `chmod -R go= ${dataDir}`));
    }
  }
  return findings.length > 0 ? findings : [ok(`${dataDir} can be written, and only by its owner.`)];
}

function checkDiskSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `${(free / GIGABYTE).toFixed(1)} GB are free on the disk.`;
  const needed = 3 * statSync(join(dataDir, 'club.db')).size;
  if (free < GIGABYTE / 5 || free < needed) {
    return fail(
      text,
      'Make room: bookings cannot be saved on a full disk, and a backup needs twice the database.',
    );
  }
  return free < 2 * GIGABYTE
    ? warn(text, 'Make room soon, or keep fewer backups ([backup] keep).')
    : ok(text);
}

function checkClock(now: number): Finding {
  const text = `Club time is ${clubTimestamp(now).slice(0, 16).replace('T', ' ')} (Asia/Karachi).`;
  return now < EARLIEST_VALID_TIME
    ? fail(text, "Set this machine's clock, and let it follow a time server.")
    : ok(`${text} Compare it with your watch.`);
}

function checkRestoreLeftovers(dataDir: string): Finding[] {
  const old = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
  if (old.length === 0) return [];
  return [
    warn(
      `${old.join(', ')}: what was here before a restore.`,
      'Remove it when you are sure you do not need it.',
    ),
  ];
}

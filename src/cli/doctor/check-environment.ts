import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { accessError, listForeignFiles, userName } from '../../db/data-dir-ownership.ts';
import { networkShareWarning } from '../../db/network-share.ts';
import { shellWord } from '../../db/shell-word.ts';
import { counted } from '../../domain/counted.ts';
import { type CheckContext, type Finding, fail, ok, warn } from './finding.ts';

const GIGABYTE = 1e9;

export function checkPermissions({ config: { dataDir } }: CheckContext): Finding[] {
  const findings: Finding[] = [];
  const hasModes = process.platform !== 'win32';
  for (const name of ['.', 'club.db', 'club.toml', 'receipts', 'backups']) {
    const path = join(dataDir, name);
    if (!existsSync(path)) continue;
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      findings.push(fail(`${path} cannot be written.`, accessError(path, dataDir)));
    }
    if (hasModes && (statSync(path).mode & 0o077) !== 0 && name !== 'receipts') {
      findings.push(
        warn(`Other users of this machine can read ${path}.`, `chmod -R go= ${shellWord(dataDir)}`),
      );
    }
  }
  if (findings.length > 0) return findings;
  return [
    ok(hasModes ? `Only the owner of ${dataDir} can read and write it.` : `${dataDir} can be written.`),
  ];
}

/** Root can open every file, so compare owners: the service could not open another user's files. */
export function checkOwners({ config: { dataDir, backup } }: CheckContext): Finding[] {
  if (process.platform === 'win32') return [];
  const owner = userName(statSync(dataDir).uid);
  const foreign = listForeignFiles(dataDir);
  const findings: Finding[] = [];
  const [first] = foreign;
  if (first) {
    findings.push(
      fail(
        `${counted(foreign.length, 'entry', 'entries')} of ${dataDir} ${foreign.length === 1 ? 'does' : 'do'} not belong to its owner ${owner}, such as ${first.path}, which belongs to ${userName(first.uid)}.`,
        `Give the folder to the user who runs the site: sudo chown -R ${owner}: ${shellWord(dataDir)}`,
      ),
    );
  }
  const stat = backup.folder ? statSync(backup.folder, { throwIfNoEntry: false }) : undefined;
  if (stat && stat.uid !== statSync(dataDir).uid && (stat.mode & 0o022) === 0) {
    findings.push(
      fail(
        `The backup folder ${backup.folder} belongs to ${userName(stat.uid)}, and the club to ${owner}.`,
        `Give it to the user who runs the site: sudo chown ${owner}: ${shellWord(backup.folder)}`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(`Every file of ${dataDir} belongs to ${owner}.`)];
}

export function checkDiskSpace({ config: { dataDir } }: CheckContext): Finding[] {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const text = `The disk has ${(free / GIGABYTE).toFixed(1)} GB of free space.`;
  const needed = 3 * statSync(join(dataDir, 'club.db')).size;
  if (free < GIGABYTE / 5 || free < needed) {
    const fix =
      'Free up space: a full disk refuses bookings, and a backup needs twice the size of the database.';
    return [fail(text, fix)];
  }
  if (free < 2 * GIGABYTE) return [warn(text, 'Free up space soon, or keep fewer backups ([backup] keep).')];
  return [ok(text)];
}

export function checkNetworkShare({ config: { dataDir } }: CheckContext): Finding[] {
  const share = networkShareWarning(dataDir);
  if (!share) return [];
  return [(share.isCertain ? fail : warn)(share.text, share.fix)];
}

export function checkRestoreLeftovers({ config: { dataDir } }: CheckContext): Finding[] {
  const names = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
  if (names.length === 0) return [];
  const text = `A restore has kept the previous club in ${names.join(', ')}.`;
  return [warn(text, 'Remove it when you no longer need it.')];
}

import { lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives files that root has written for a club, and everything below them, to the owner of the data folder:
 * the service runs as that user and could not open them otherwise. Does nothing for other users.
 */
export function giveToDataDirOwner(dataDir: string, ...paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0) for (const path of paths) changeOwner(path, uid, gid);
}

/** Follows no links, so that a link in the folder cannot give away a file elsewhere. */
function changeOwner(path: string, uid: number, gid: number): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), uid, gid);
  // A second name of the same file may be outside of the folder.
  if (stat.uid !== uid && (stat.isDirectory() || (stat.isFile() && stat.nlink === 1))) {
    lchownSync(path, uid, gid);
  }
}

export interface ForeignFile {
  path: string;
  uid: number;
}

/** The files of the data folder that belong to another user than the folder; a link counts as itself. */
export function listForeignFiles(dataDir: string): ForeignFile[] {
  if (process.platform === 'win32') return [];
  const { uid: owner } = statSync(dataDir);
  const foreign: ForeignFile[] = [];
  const visit = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (!stat) continue;
      if (stat.uid !== owner) foreign.push({ path, uid: stat.uid });
      else if (stat.isDirectory()) visit(path);
    }
  };
  visit(dataDir);
  return foreign;
}

/** `/srv/club/club.db belongs to root, but padel-club runs as club. …`, with the command that fixes it. */
export function ownerError(path: string, dataDir: string): string {
  const user = userName(process.getuid?.() ?? 0);
  return (
    `${path} belongs to ${userName(lstatSync(path).uid)} and cannot be opened by ${user}, who runs this program. ` +
    `Give the data folder to the user who runs the site, such as: sudo chown -R ${user}: ${dataDir}`
  );
}

/** The login name of a user, or the number of one that the system does not list. */
export function userName(uid: number): string {
  try {
    const line = new RegExp(`^([^:]*):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'));
    return line?.[1] || String(uid);
  } catch {
    return String(uid);
  }
}

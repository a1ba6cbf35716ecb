import { accessSync, constants, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { OperatorError } from './operator-error.ts';
import { shellWord } from './shell-word.ts';

export interface ForeignFile {
  path: string;
  uid: number;
}

/** Files in the data folder owned by a different user than the folder. Links are not followed. */
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

/**
 * SQLite reports an unreadable file without its name; this names the file and its owner before opening it. Throws
 * `OperatorError`.
 */
export function assertCanOpen(dataDir: string): void {
  for (const name of ['', 'club.lock', 'server.lock', 'club.toml', 'club.db', 'club.db-wal', 'club.db-shm']) {
    const path = join(dataDir, name);
    try {
      if (lstatSync(path, { throwIfNoEntry: false })) accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      throw new OperatorError(accessError(path, dataDir));
    }
  }
}

/** Why this user can't open or create a path, with the command that fixes it. */
export function accessError(path: string, dataDir: string): string {
  const closed = firstClosed(resolve(path));
  const user = currentUser();
  if (process.platform === 'win32')
    return `${user}, who runs this program, cannot open ${closed}. Give that user access in its properties, under Security, or name another one.`;
  if (!isInside(closed, dataDir)) {
    const text = `${user}, who runs this program, cannot open ${closed}, which belongs to ${ownerOf(closed)}.`;
    return isInside(dataDir, closed)
      ? `${text} The data folder is inside it: let ${user} pass (sudo chmod o+x ${shellWord(closed)}), or choose another folder with --data.`
      : `${text} Give that user access, or name another one.`;
  }
  if (lstatSync(closed).uid === process.getuid?.())
    return `${closed} belongs to the user running this program, who may not read and write it. Allow it: chmod -R u+rwX ${shellWord(dataDir)}`;
  const text = `${closed} belongs to ${ownerOf(closed)} and cannot be opened by ${user}, who runs this program.`;
  // A systemd service's folder, which systemd itself gives to the service's user.
  if (lstatSync(closed).isSymbolicLink()) return `${text} Run the command with sudo.`;
  return `${text} Give the data folder to the user who runs the site, such as: sudo chown -R ${user}: ${shellWord(dataDir)}`;
}

/** The first folder along the path that this user can't enter; otherwise the path, or the folder to create it in. */
function firstClosed(path: string): string {
  const parent = dirname(path);
  if (parent === path) return path;
  const above = firstClosed(parent);
  if (above !== parent) return above;
  try {
    accessSync(parent, constants.X_OK);
    return lstatSync(path, { throwIfNoEntry: false }) ? path : parent;
  } catch {
    return parent;
  }
}

/** Also true for the folder itself. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const ownerOf = (path: string) => userName(lstatSync(path).uid);

/** The user running this process. */
export const currentUser = () => (process.getuid ? userName(process.getuid()) : userInfo().username);

/** A user's login name, or the number of one the system does not list. */
export function userName(uid: number): string {
  try {
    const line = new RegExp(`^([^:]*):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'));
    return line?.[1] || String(uid);
  } catch {
    return String(uid);
  }
}

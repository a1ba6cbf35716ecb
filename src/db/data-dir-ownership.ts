import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

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
  const user = currentUser();
  return (
    `${path} belongs to ${userName(lstatSync(path).uid)} and cannot be opened by ${user}, who runs this program. ` +
    `Give the data folder to the user who runs the site, such as: sudo chown -R ${user}: ${dataDir}`
  );
}

/** The user as whom this process runs. */
export const currentUser = () => (process.getuid ? userName(process.getuid()) : userInfo().username);

/** The login name of a user, or the number of one that the system does not list. */
export function userName(uid: number): string {
  try {
    const line = new RegExp(`^([^:]*):[^:]*:${uid}:`, 'm').exec(readFileSync('/etc/passwd', 'utf8'));
    return line?.[1] || String(uid);
  } catch {
    return String(uid);
  }
}

import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ownCommand } from '../backups/own-command.ts';
import { userName } from '../db/data-dir-ownership.ts';
import { OperatorError } from '../db/operator-error.ts';
import { shellWord } from '../db/shell-word.ts';

/**
 * Whoever owns a data folder can put anything into it: a link, a note, a row with a path. Root would follow it
 * anywhere, so a command run by root becomes that user before opening the folder.
 */
export interface Owner {
  uid: number;
  gid: number;
  /** Supplementary groups according to the system. */
  groups: readonly number[];
}

interface Step {
  path: string;
  stat: Stats;
}

const MAX_LINKS = 40;

/** `nogroup`, for a user unknown to the system whose folder has root's group. */
const NO_GROUP = 65_534;

/**
 * The user that root must become to work in a data folder, which need not exist yet. Null if the process isn't
 * root's, or for a root-owned folder in root-owned folders. Throws `OperatorError` if other users can interfere with
 * such a folder.
 */
export function findOwner(dataDir: string): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const steps = stepsTo(dataDir);
  // Whoever owns a folder along the path to root's can replace the rest of the path.
  const last = steps.findLast(({ stat }) => stat.uid !== 0);
  if (!last) {
    assertRootsAlone(dataDir);
    return null;
  }
  const { uid, gid } = last.stat;
  const link = steps.find(({ stat }) => stat.isSymbolicLink() && stat.uid !== 0 && stat.uid !== uid);
  if (link)
    throw new OperatorError(
      `${link.path} is a link owned by ${userName(link.stat.uid)} to a folder owned by ${userName(uid)}. Name the folder itself with --data.`,
    );
  return ownerOf(uid, gid);
}

/** Gives up root's rights for good. */
export function become({ uid, gid, groups }: Owner): void {
  process.setgroups?.([...groups]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/**
 * If a folder along the path is closed to the owner of the data folder, restarts root's command where that user can
 * reach it: systemd keeps a `DynamicUser`'s folder behind one of root's. Returns once the path is open.
 */
export function openWay(
  dataDir: string,
  owner: Owner,
  args: readonly string[],
  env: Record<string, string | undefined>,
): void {
  const opened = commandPastWall(dataDir, owner, [...ownCommand(), ...args]);
  const [program] = opened ?? [];
  if (!opened || !program) return;
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  process.execve?.(program, opened, Object.fromEntries(set));
}

/** A command that runs as the owner of the data folder, for a process that stays root's. */
export function commandOfOwner(dataDir: string, command: readonly string[]): string[] {
  const owner = findOwner(dataDir);
  if (!owner) return [...command];
  const { uid, gid, groups } = owner;
  const others = groups.length > 0 ? `--groups=${groups.join()}` : '--clear-groups';
  const asOwner = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, others, '--', ...command];
  return commandPastWall(dataDir, owner, asOwner) ?? asOwner;
}

/** Whether the user could redirect a path. Root only opens other paths that the operator names. */
export function canRedirect(owner: Owner, path: string): boolean {
  return stepsTo(path).some(({ stat }) => stat.uid === owner.uid || isWritable(stat, owner));
}

/** Creates a missing folder, and its missing parents, for the user. */
export function createFolderFor({ uid, gid }: Owner, path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  // From the innermost outwards: root's folders around it keep the user out until the end.
  for (let at = path; first && at.length >= first.length; at = dirname(at)) chownSync(at, uid, gid);
}

/** Inside root's folder, another user's files are no more trustworthy than that user's own folder. */
function assertRootsAlone(dataDir: string): void {
  const isFolder = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory();
  const names = isFolder ? readdirSync(dataDir) : [];
  for (const name of names) {
    const path = join(dataDir, name);
    const uid = lstatSync(path, { throwIfNoEntry: false })?.uid ?? 0;
    if (uid === 0) continue;
    const user = userName(uid);
    throw new OperatorError(
      `${dataDir} belongs to root, but ${path} belongs to ${user}. Give the data folder to the user who runs the site, such as: sudo chown -R ${user}: ${shellWord(dataDir)}`,
    );
  }
}

/** The folders and links along a path, from `/` on, and the path's target, as far as they exist. */
function stepsTo(path: string): Step[] {
  const steps: Step[] = [{ path: '/', stat: lstatSync('/') }];
  const names = resolve(path).split('/');
  let folder = '/';
  for (let links = 0; names.length > 0; ) {
    const name = names.shift() ?? '';
    const next = join(folder, name);
    if (next === folder) continue;
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (!stat) break;
    steps.push({ path: next, stat });
    if (stat.isSymbolicLink()) {
      links += 1;
      if (links > MAX_LINKS) break;
      const target = readlinkSync(next);
      if (target.startsWith('/')) folder = '/';
      names.unshift(...target.split('/'));
    } else if (stat.isDirectory()) folder = next;
    else break;
  }
  return steps;
}

function isWritable(stat: Stats, owner: Owner): boolean {
  // In a sticky folder such as /tmp, users can only remove and rename what is theirs.
  if (!stat.isDirectory() || (stat.mode & 0o1000) !== 0) return false;
  return (stat.mode & 0o002) !== 0 || ((stat.mode & 0o020) !== 0 && isInGroup(owner, stat.gid));
}

function canEnter({ uid, gid, mode }: Stats, owner: Owner): boolean {
  const bit = uid === owner.uid ? 0o100 : isInGroup(owner, gid) ? 0o010 : 0o001;
  return (mode & bit) !== 0;
}

const isInGroup = ({ gid, groups }: Owner, group: number) => gid === group || groups.includes(group);

/** Runs `"$@"` with the folder `$2` emptied except for the path to `$1`, which others may enter. */
const PAST_WALL = `
(
  cd "$1"
  mount -t tmpfs -o mode=755 tmpfs "$2"
  (umask 022; mkdir -p "$1")
  mount --no-canonicalize --bind . "$1"
)
shift 2
exec "$@"
`;

/**
 * The command with its own mounts, behind which the user can reach the data folder; null if nothing is in the way.
 */
function commandPastWall(dataDir: string, owner: Owner, command: readonly string[]): string[] | null {
  const folders = stepsTo(dataDir).filter(({ stat }) => stat.isDirectory());
  const last = folders.at(-1);
  const wall = folders.find((step) => step !== last && !canEnter(step.stat, owner));
  if (!wall || !last) return null;
  const unshare = process.platform === 'linux' ? Bun.which('unshare') : null;
  if (unshare)
    return [
      ...[unshare, '--mount', '--propagation', 'private'],
      ...['sh', '-ec', PAST_WALL, 'sh', last.path, wall.path, ...command],
    ];
  throw new OperatorError(
    `${dataDir} belongs to ${userName(owner.uid)}, who may not enter ${wall.path}. Let that user in: chmod o+x ${shellWord(wall.path)}`,
  );
}

function ownerOf(uid: number, folderGid: number): Owner {
  const [name, , , gid] = accountLines('/etc/passwd').find((fields) => fields[2] === String(uid)) ?? [];
  const groups = accountLines('/etc/group').filter(
    ([, , , members]) => name && members?.split(',').includes(name),
  );
  return {
    uid,
    gid: gid === undefined ? folderGid || NO_GROUP : Number(gid),
    groups: groups.map(([, , group]) => Number(group)),
  };
}

function accountLines(path: string): string[][] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentUser, userName } from '../db/data-dir-ownership.ts';
import { isDiskFull } from '../db/disk-room.ts';
import { OperatorError } from '../db/operator-error.ts';
import { shellWord } from '../db/shell-word.ts';

/** Runs `work` on a folder of the operator's; a file system error is turned into advice about the folder. */
export function explainFolder<T>(purpose: 'backups' | 'copies', folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw folderError(purpose, folder, error);
  }
}

/** Turns a file system error into a sentence about the folder; any other error stays as it is. */
export function folderError(purpose: 'backups' | 'copies', folder: string, error: unknown): unknown {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code !== 'string' || (syscall === undefined && !isDiskFull(error))) return error;
  return new OperatorError(`The folder for ${purpose} ${folder} ${folderReason(code, folder)}`);
}

function folderReason(code: string, folder: string): string {
  if (isDiskFull({ code })) {
    return 'is full. Free some space there, or name another folder in the dashboard, under Settings, Backup copies.';
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    const user = currentUser();
    // The user of a systemd service may have no name, and so no folder can be given to it by name.
    if (/^\d+$/.test(user) && code !== 'EROFS') return foreignFolderReason(folder);
    const text = `cannot be used by ${user}, who runs this program.`;
    if (code === 'EROFS' || process.platform === 'win32') return `${text} Give the folder to that user.`;
    return `${text} Give it to that user, on the site’s computer: sudo install -d -m 700 -o ${user} ${shellWord(folder)}`;
  }
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return 'is a file, or is inside one. Name a folder with --to, or in the dashboard, under Settings, Backup copies.';
  if (code === 'ENOENT') return 'lacks a file or folder. Check that its disk is mounted.';
  return `cannot be used: ${code}. Check its disk.`;
}

function foreignFolderReason(folder: string): string {
  const existing = nearestVisible(folder);
  const example = join(existing, 'club');
  return `cannot be used by the site’s user: ${existing} belongs to ${userName(lstatSync(existing).uid)}. Name a folder in it that doesn’t exist yet, such as ${example}: a backup run with sudo and --to ${shellWord(example)} creates it for the site’s user.`;
}

function nearestVisible(path: string): string {
  try {
    lstatSync(path);
    return path;
  } catch {
    return nearestVisible(dirname(path));
  }
}

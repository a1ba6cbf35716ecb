import { currentUser } from '../db/data-dir-ownership.ts';
import { isDiskFull } from '../db/disk-room.ts';
import { OperatorError } from '../db/operator-error.ts';

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
  return new OperatorError(`The folder for ${purpose} ${folder} ${folderReason(code)}`);
}

function folderReason(code: string): string {
  if (isDiskFull({ code })) {
    return 'is full. Free some space there, or name another folder in [backup] folder of club.toml.';
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `cannot be used by ${currentUser()}, who runs this program. Give the folder to that user.`;
  }
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return 'is a file, or is inside one. Check that [backup] folder of club.toml names a folder.';
  if (code === 'ENOENT') return 'lacks a file or folder. Check that its disk is mounted.';
  return `cannot be used: ${code}. Check its disk.`;
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../db/operator-error.ts';

/**
 * Throws `OperatorError` unless this process may write to the folder of programs, which it creates if missing. Only
 * trying it tells on Windows.
 */
export function assertMayWrite(programDir: string, command: 'install' | 'uninstall' | 'update'): void {
  const path = join(programDir, '.write');
  try {
    mkdirSync(programDir, { recursive: true });
    writeFileSync(path, '');
    rmSync(path);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new OperatorError(
      process.platform === 'win32'
        ? `Only an administrator can do this: in the Start menu, right-click Terminal, choose “Run as administrator”, and enter padel-club ${command} there. Nothing was changed.`
        : `Run this as root: sudo padel-club ${command}`,
    );
  }
}

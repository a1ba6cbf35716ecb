import { statSync } from 'node:fs';
import { resolveDataDir } from '../config/load-config.ts';
import { shellWord } from '../db/shell-word.ts';

/** `padel-club backup` for the operator to type in the same shell: it must find the same club, with enough rights. */
export function clubCommand(dataDir: string, command: string): string {
  const isDefault = resolveDataDir(process.env) === dataDir;
  const place = isDefault ? '' : ` --data ${shellWord(dataDir)}`;
  return `${needsSudo(dataDir) ? 'sudo ' : ''}padel-club ${command}${place}`;
}

/** Under sudo the program has become the owner of the folder; the person at the shell is somebody else. */
function needsSudo(dataDir: string): boolean {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
  const person = Number(process.env.SUDO_UID ?? process.getuid?.());
  return process.platform !== 'win32' && owner !== undefined && person !== 0 && person !== owner;
}

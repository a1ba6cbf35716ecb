import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isServerRunning } from './data-dir-lock.ts';

/** Beside `server.lock`, for commands whose environment is not that of the service. */
const FILE_NAME = '.server';

/** What a command must know of the server that runs on its folder. */
export interface ServerNote {
  port: number;
  /** Where a person opens the site. */
  url: string;
  /** A proxy forwards to a server that was told no address of its own. */
  needsAddress: boolean;
}

/** The caller holds the lock of the server. Follows no link. */
export function writeServerNote(dataDir: string, note: ServerNote): void {
  const path = join(dataDir, FILE_NAME);
  const part = `${path}.part`;
  rmSync(part, { force: true });
  writeFileSync(part, `${JSON.stringify(note)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(part, path);
}

export function removeServerNote(dataDir: string): void {
  rmSync(join(dataDir, FILE_NAME), { force: true });
}

/** Null when no server runs on the folder; a killed one leaves its note. */
export function readServerNote(dataDir: string): ServerNote | null {
  if (!isServerRunning(dataDir)) return null;
  try {
    const { port, url, needsAddress } = JSON.parse(
      readFileSync(join(dataDir, FILE_NAME), 'utf8'),
    ) as ServerNote;
    return typeof port === 'number' && typeof url === 'string' ? { port, url, needsAddress } : null;
  } catch {
    return null;
  }
}

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isServerRunning } from './data-dir-lock.ts';

/** Kept next to `server.lock`, for commands that run without the service's environment. */
const FILE_NAME = '.server';

/** What commands need to know about the server running on their folder. */
export interface ServerNote {
  port: number;
  /** Where it listens; missing in the notes of releases before 0.3.0. */
  host?: string;
  /** The address for people. */
  url: string;
  /** A proxy forwards to a server that doesn't know its own address. */
  needsAddress: boolean;
}

/** The caller must hold the server lock. Follows no link. */
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

/** Null if no server runs on the folder; a killed one leaves its note behind. */
export function readServerNote(dataDir: string): ServerNote | null {
  if (!isServerRunning(dataDir)) return null;
  try {
    const { port, host, url, needsAddress } = JSON.parse(
      readFileSync(join(dataDir, FILE_NAME), 'utf8'),
    ) as ServerNote;
    return typeof port === 'number' && typeof url === 'string'
      ? { port, ...(host && { host }), url, needsAddress }
      : null;
  } catch {
    return null;
  }
}

import type { Database } from 'bun:sqlite';
import { timingSafeEqual } from 'node:crypto';
import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { readState, writeState } from './settings.ts';

/** The digest of the only valid link; a new link replaces it. */
const DIGEST_STATE = 'setup link';
/** Records that an owner has set the club up in the browser. */
const DONE_STATE = 'set up';

/** `https://club.example/setup#…`; the part after # never reaches a server or a proxy's log. */
export function createSetupLink(tx: Transaction, address: string): string {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
  writeState(tx.db, DIGEST_STATE, digestOf(token));
  return `${address}/setup#${token}`;
}

/** Throws `forbidden` for a link that is used, replaced or guessed. */
export function assertSetupToken(db: Database, token: string): void {
  const stored = readState(db, DIGEST_STATE);
  const given = Buffer.from(digestOf(token));
  if (typeof stored === 'string' && timingSafeEqual(Buffer.from(stored), given)) return;
  throw new Failure(
    'forbidden',
    'This set-up link no longer works. Use the newest link printed by the program; "padel-club setup-link" prints another one.',
  );
}

/** Uses up the link, in the transaction that creates the owner. */
export function useSetupToken(tx: Transaction, token: string): void {
  assertSetupToken(tx.db, token);
  writeState(tx.db, DIGEST_STATE, false);
  writeState(tx.db, DONE_STATE, true);
}

export function isSetUp(db: Database): boolean {
  return readState(db, DONE_STATE) === true;
}

function digestOf(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

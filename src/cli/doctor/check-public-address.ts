import type { Database } from 'bun:sqlite';
import { AddressCheck } from '../../admin/check-address.ts';
import type { Config } from '../../config/load-config.ts';
import { readServerNote } from '../../db/server-note.ts';
import { readSecret } from '../../db/stored-secret.ts';
import { isLocalAddress } from '../../domain/club.ts';
import { type DatabaseCheckContext, type Finding, ok, warn } from './finding.ts';

/** The same answer as under Club, Settings, Public address; nothing while the site is stopped or has no address. */
export async function checkPublicAddress({ config, db }: DatabaseCheckContext): Promise<Finding[]> {
  if (isLocalAddress(config.publicUrl) || !readServerNote(config.dataDir)) return [];
  return askPublicAddress(config, db);
}

export async function askPublicAddress({ publicUrl }: Config, db: Database): Promise<Finding[]> {
  const found = await new AddressCheck(readSecret(db, 'cookie')).run(publicUrl);
  return found.map(({ kind, text, fix }) => (kind === 'fine' ? ok(text) : warn(text, fix)));
}

import type { Database } from 'bun:sqlite';
import { AddressCheck } from '../../admin/check-address.ts';
import type { Config } from '../../config/load-config.ts';
import { readServerNote } from '../../db/server-note.ts';
import { readSecret } from '../../db/stored-secret.ts';
import { isLocalAddress } from '../../domain/club.ts';
import { readWarnings } from './check-server-warnings.ts';
import { type CheckContext, type DatabaseCheckContext, type Finding, ok, warn } from './finding.ts';

/** Whether the site knows an address for the links in emails, and the right one. */
export async function checkSiteAddress({ config }: CheckContext): Promise<Finding[]> {
  const { warnings, opened_at } = await readWarnings(config);
  const address = addressOf(config);
  const isSetOutside = config.variableKeys.includes('site.public_url');
  if (warnings.includes('address_unknown')) {
    return [
      warn(
        opened_at
          ? `The site was opened at ${opened_at}, but its address is ${address}: links in emails lead there, and passkeys work only there.`
          : 'The site runs behind a proxy and does not know its address: links in emails lead to this machine.',
        isSetOutside ? 'Correct PUBLIC_URL, then restart the service.' : SET_ADDRESS,
      ),
    ];
  }
  if (address.startsWith('https://')) return [];
  return [
    warn(
      `The address of the site is ${address}.`,
      isSetOutside
        ? 'Set PUBLIC_URL to the https address that people type, then restart the service: links in emails lead there.'
        : SET_ADDRESS,
    ),
  ];
}

const SET_ADDRESS =
  'Set the address that people type, with https, in the dashboard, under Settings, Public address, or as PUBLIC_URL: links in emails lead there.';

/** The running site may have been given one that this command's environment lacks. */
export function addressOf(config: Config): string {
  const known = readServerNote(config.dataDir)?.url ?? '';
  return known.startsWith('https://') ? known : config.publicUrl;
}

/** The same answer as under Club, Settings, Public address; nothing while the site is stopped or has no address. */
export async function checkPublicAddress({ config, db }: DatabaseCheckContext): Promise<Finding[]> {
  if (isLocalAddress(addressOf(config)) || !readServerNote(config.dataDir)) return [];
  return askPublicAddress(config, db);
}

export async function askPublicAddress(config: Config, db: Database): Promise<Finding[]> {
  const found = await new AddressCheck(readSecret(db, 'cookie')).run(addressOf(config));
  return found.map(({ kind, text, fix }) => (kind === 'fine' ? ok(text) : warn(text, fix)));
}

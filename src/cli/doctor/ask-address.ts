import { isLocalAddress } from '../../domain/club.ts';
import type { CommandContext } from '../command.ts';
import { withOpenClub } from '../open-club.ts';
import { addressOf, askPublicAddress } from './check-public-address.ts';
import { printFinding } from './run-doctor.ts';

/** A tunnel takes a while to connect, and Caddy tries again after a minute where it got no certificate at once. */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 2000;

/** Asks the site's public address, as a visitor would, until all is well; returns 1 if it isn't in time. */
export function askAddress(context: CommandContext): Promise<number> {
  return withOpenClub(context, async ({ club }) => {
    const config = context.loadConfig();
    const end = performance.now() + (isLocalAddress(addressOf(config)) ? 0 : PATIENCE_MS);
    for (;;) {
      const findings = await askPublicAddress(config, club.db);
      const isFine = findings.every(({ status }) => status === 'ok');
      if (isFine || performance.now() >= end) {
        for (const finding of findings) printFinding(context, finding);
        return isFine ? 0 : 1;
      }
      await Bun.sleep(PAUSE_MS);
    }
  });
}

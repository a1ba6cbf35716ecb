import { UserStore } from '../accounts/user-store.ts';
import { reachableUrl } from '../config/reachable-url.ts';
import { OperatorError } from '../db/operator-error.ts';
import { readServerNote } from '../db/server-note.ts';
import { isLocalAddress } from '../domain/club.ts';
import { formatSetupLink, linkBehindProxy } from '../settings/format-setup-link.ts';
import { createSetupLink } from '../settings/setup-link.ts';
import { clubCommand } from './club-command.ts';
import type { CommandContext } from './command.ts';
import { withOpenClub } from './open-club.ts';

/** Prints a new set-up link at the address of the running site, which accepts it at once. */
export function runSetupLink(context: CommandContext): Promise<number> {
  return withOpenClub(context, async ({ club, dataDir }) => {
    if (new UserStore(club.db).hasAdmin()) {
      throw new OperatorError(
        `This club has an admin already. An owner can log in; this command names another one: ${clubCommand(dataDir, 'promote EMAIL')}`,
      );
    }
    const config = context.loadConfig();
    const note = readServerNote(dataDir) ?? {
      port: config.port,
      url: reachableUrl(config, config.port),
      needsAddress: config.trustProxy && isLocalAddress(config.publicUrl),
    };
    const link = await club.write((tx) => createSetupLink(tx, note.url));
    context.print(link);
    if (process.stderr.isTTY) context.printStatus(formatSetupLink(link, note));
    else if (note.needsAddress)
      context.printStatus(`Behind a proxy, open it at the site’s address: ${linkBehindProxy(link)}`);
    return 0;
  });
}

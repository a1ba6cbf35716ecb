import { UserStore } from '../accounts/user-store.ts';
import { OperatorError } from '../db/operator-error.ts';
import { formatSetupLink } from '../settings/format-setup-link.ts';
import { createSetupLink } from '../settings/setup-link.ts';
import type { CommandContext } from './command.ts';
import { withOpenClub } from './open-club.ts';

/** Prints a new set-up link; the running site accepts it at once. */
export function runSetupLink(context: CommandContext): Promise<number> {
  return withOpenClub(context, async ({ club }) => {
    if (new UserStore(club.db).hasAdmin()) {
      throw new OperatorError(
        'This club has an admin already. An owner can log in; "padel-club promote EMAIL" names another one.',
      );
    }
    const { publicUrl } = context.loadConfig();
    const link = await club.write((tx) => createSetupLink(tx, publicUrl));
    context.print(link);
    if (process.stdout.isTTY) context.printStatus(formatSetupLink(link));
    return 0;
  });
}

import { NO_OWNER, setRole } from '../../src/accounts/operator-actions.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const demote: Command = {
  name: 'demote',
  positionals: ['EMAIL'],
  summary: 'make an owner or a staff member a member again',
  help: `
Takes the dashboard away from the owner or staff member with this email address, immediately.

Options`,
  example: 'padel-club demote former@club.example',
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const { changed, ownerCount } = await club.write((tx) =>
        setRole(tx, email, null, context.loadConfig().publicUrl),
      );
      context.printStatus(
        changed ? `${email} is now a member.` : `${email} is neither an owner nor a staff member.`,
      );
      if (ownerCount === 0) context.printStatus(NO_OWNER);
      return 0;
    }),
};

import { setAdmin } from '../../src/accounts/operator-actions.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const demote: Command = {
  name: 'demote',
  positionals: ['EMAIL'],
  summary: 'make an admin a member again',
  help: `
Takes the dashboard from the admin with this email address, at once.

Options`,
  example: 'padel-club demote former@club.example',
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const { changed, adminCount } = await club.write((tx) => setAdmin(tx, email, false));
      context.printStatus(changed ? `${email} is a member now.` : `${email} is not an admin.`);
      if (adminCount === 0) {
        context.printStatus('The club has no admin now. Name one with: padel-club promote EMAIL');
      }
      return 0;
    }),
};

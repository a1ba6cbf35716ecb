import { setAdmin } from '../../src/accounts/operator-actions.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const promote: Command = {
  name: 'promote',
  positionals: ['EMAIL'],
  summary: 'make a registered user an admin',
  help: `
Makes the user with this email an admin. The user registers on the website first and opens the link in the
verification email. The site may be running; an open page shows the dashboard after a reload.

Options
  --unverified  accept an email that is not verified; whoever registered with it may not own it`,
  example: 'padel-club promote owner@club.example',
  options: { unverified: { type: 'boolean' } },
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const allowUnverified = context.getBoolean('unverified');
      const { changed, emailVerified } = await club.write((tx) =>
        setAdmin(tx, email, true, { allowUnverified }),
      );
      context.printStatus(changed ? `${email} is an admin now.` : `${email} is an admin already.`);
      if (!emailVerified) {
        context.printStatus(
          `Warning: ${email} is not verified. Make sure that its owner registered this account, not a stranger.`,
        );
      }
      return 0;
    }),
};

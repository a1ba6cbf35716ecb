import { setAdmin } from '../../src/accounts/roles.ts';
import type { Command } from '../../src/cli/command.ts';
import { OPERATOR, withOpenClub } from '../../src/cli/open-club.ts';

export const promote: Command = {
  name: 'promote',
  positionals: ['EMAIL'],
  summary: 'make a registered member an admin',
  help: `
Gives the dashboard to the member with this email address, who registers on the website first. The site may
be running; the member reloads the page to see the dashboard.

Options`,
  example: 'padel-club promote owner@club.example',
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const { changed } = await club.write((tx) => setAdmin(tx, email, true, OPERATOR));
      context.printStatus(changed ? `${email} is an admin now.` : `${email} is an admin already.`);
      return 0;
    }),
};

import { setAdmin } from '../../src/accounts/roles.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const promote: Command = {
  name: 'promote',
  positionals: ['EMAIL'],
  summary: 'give a registered person the dashboard',
  help: `
Makes the person with this email an admin. They register on the website first. The site may be running;
a page they have open shows the dashboard after a reload.

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

export const demote: Command = {
  name: 'demote',
  positionals: ['EMAIL'],
  summary: 'take the dashboard from an admin',
  help: `
Makes the admin with this email a member again. It takes effect at once.

Options`,
  example: 'padel-club demote former@club.example',
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const { changed, adminCount } = await club.write((tx) => setAdmin(tx, email, false, OPERATOR));
      context.printStatus(changed ? `${email} is a member now.` : `${email} is no admin.`);
      if (adminCount === 0)
        context.printStatus('Nobody is an admin now. Name one with: padel-club promote EMAIL');
      return 0;
    }),
};

const OPERATOR = { kind: 'operator', user_id: null } as const;

import { NO_OWNER, setRole } from '../../src/accounts/operator-actions.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const promote: Command = {
  name: 'promote',
  positionals: ['EMAIL'],
  summary: 'make a registered user an owner or a staff member',
  help: `
Makes the user with this email an owner of the club, who may do everything, or with --staff a staff member, who
sees no totals and changes no settings. The user registers on the website first and opens the link in the
verification email. The site may be running; an open page shows the dashboard after a reload.

Options
  --staff       make the user a staff member
  --unverified  accept an email that is not verified; whoever registered with it may not own it`,
  example: 'padel-club promote owner@club.example',
  options: { unverified: { type: 'boolean' }, staff: { type: 'boolean' } },
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const allowUnverified = context.getBoolean('unverified');
      const role = context.getBoolean('staff') ? 'staff' : 'owner';
      const { changed, emailVerified, ownerCount } = await club.write((tx) =>
        setRole(tx, email, role, context.loadConfig().publicUrl, { allowUnverified }),
      );
      const label = role === 'owner' ? 'an owner' : 'a staff member';
      context.printStatus(`${email} is ${label} ${changed ? 'now' : 'already'}.`);
      if (ownerCount === 0) context.printStatus(NO_OWNER);
      if (!emailVerified) {
        context.printStatus(
          `Warning: ${email} is not verified. Make sure that this account was registered by the owner of the address, not by a stranger.`,
        );
      }
      return 0;
    }),
};

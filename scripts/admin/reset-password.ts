import { createPasswordResetLink } from '../../src/accounts/operator-actions.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const resetPassword: Command = {
  name: 'reset-password',
  positionals: ['EMAIL'],
  summary: 'print a link for a user to set a new password',
  help: `
Prints a link for the user with this email to set a new password. The link works once, for one hour, and
replaces earlier ones. The new password ends all sessions of the user and any wait after wrong passwords. The
site may be running.

Options`,
  example: 'padel-club reset-password owner@club.example',
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const { publicUrl } = context.loadConfig();
      context.print(await club.write((tx) => createPasswordResetLink(tx, email, publicUrl)));
      context.printStatus(`Give this link only to ${email}. It works once, for one hour.`);
      return 0;
    }),
};

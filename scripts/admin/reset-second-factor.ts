import { resetSecondFactors } from '../../src/accounts/operator-actions.ts';
import type { Command } from '../../src/cli/command.ts';
import { withOpenClub } from '../../src/cli/open-club.ts';

export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  positionals: ['EMAIL'],
  summary: 'remove the passkeys and the authenticator app of a user who lost them',
  help: `
Removes the passkeys, the authenticator app and the recovery codes of the user with this email, and ends all
their sessions. Their password stays. The site may be running.

Options`,
  example: 'padel-club reset-second-factor owner@club.example',
  run: (context) =>
    withOpenClub(context, async ({ club }) => {
      const [email = ''] = context.positionals;
      const removed = await club.write((tx) => resetSecondFactors(tx, email));
      context.printStatus(
        removed
          ? `${email} now logs in with just the password, and can set up a second factor again on the account page.`
          : `${email} has no second factor.`,
      );
      return 0;
    }),
};

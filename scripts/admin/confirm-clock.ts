import type { Command } from '../../src/cli/command.ts';
import { runConfirmClock } from '../../src/cli/run-confirm-clock.ts';

export const confirmClock: Command = {
  name: 'confirm-clock',
  summary: "confirm this machine's clock after a jump",
  help: `
After a clock jump, the site releases, reminds and deletes nothing until the clock has run for ten minutes
without another jump. This command ends the wait; so does the button in the inbox. The site may be running.

Options`,
  example: 'padel-club confirm-clock --data /srv/padel-club',
  run: runConfirmClock,
};

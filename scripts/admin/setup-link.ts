import type { Command } from '../../src/cli/command.ts';
import { runSetupLink } from '../../src/cli/run-setup-link.ts';

export const setupLink: Command = {
  name: 'setup-link',
  summary: 'print a new link for the first owner to set the club up in the browser',
  help: `
Prints a link that works once; earlier links stop working. A club with an admin doesn't need one: its owner logs in. The
site may be running. On a screen a QR code follows, for a phone in the same network.

Options`,
  example: 'padel-club setup-link --data /srv/padel-club',
  run: runSetupLink,
};

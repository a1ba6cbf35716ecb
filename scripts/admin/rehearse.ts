import type { Command } from '../../src/cli/command.ts';
import { runRehearsal } from '../../src/cli/run-rehearsal.ts';

export const rehearse: Command = {
  name: 'rehearse',
  summary: 'restore the last copy into a temporary folder and compare it',
  help: `
Downloads the last copy, opens its database, checks its books, compares every receipt and picture with its
digest and the rows with those of the running club. The club itself is not changed. The site does this by
itself once a week. Anything missing or damaged in the store is copied again with the next copy.

Options`,
  example: 'padel-club rehearse --data /srv/padel-club',
  run: runRehearsal,
};

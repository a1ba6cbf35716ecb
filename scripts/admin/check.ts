import type { Command } from '../../src/cli/command.ts';
import { runCheck } from '../../src/cli/run-check.ts';

export const check: Command = {
  name: 'check',
  summary: 'read every page of the database; the site does it once a day',
  help: `
Reads every page and says whether the database is intact, for instance after a disk error. The site may be
running. doctor checks more, and takes longer.

Options`,
  example: 'padel-club check --data /srv/padel-club',
  run: runCheck,
};

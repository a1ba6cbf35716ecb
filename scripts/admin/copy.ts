import type { Command } from '../../src/cli/command.ts';
import { runCopy } from '../../src/cli/run-copy.ts';

export const copy: Command = {
  name: 'copy',
  summary: 'copy the club to the bucket or folder in the settings, if it changed',
  help: `
Puts the database, and any receipts and pictures that are not there yet, into the bucket of [backup.s3] or,
without one, into [backup] folder. The database is opened and its books are checked before it is uploaded.
The site does this by itself every few minutes; see [backup] every_minutes. To get the club back, run:
padel-club restore --from bucket

Options`,
  example: 'padel-club copy --data /srv/padel-club',
  run: runCopy,
};

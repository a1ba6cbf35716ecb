import type { Command } from '../../src/cli/command.ts';
import { runNewClub } from '../../src/cli/run-new-club.ts';

export const newClub: Command = {
  name: 'new-club',
  summary: 'let the next start begin a new club where one was lost',
  help: `
A start refuses a folder that has lost its database, because a new club would sell what is already booked. Restore
a backup instead, if there is one. This command moves what is left of the old club to before-new-club-… in the
data folder, except its backups, and the next start begins a new club.

Options`,
  example: 'padel-club new-club --data /srv/padel-club',
  run: runNewClub,
};

import type { Command } from '../../src/cli/command.ts';
import { runUpdate } from '../../src/cli/run-update.ts';

export const update: Command = {
  name: 'update',
  positionals: ['[FILE]'],
  summary: "update this machine's services, going back to the old version if the new one fails",
  help: `
Run it as root on a machine where systemd runs the site, or where padel-club install made Windows do so. It
downloads the newest release, whose signature must match the key inside this program and whose version must be
newer. For each club it makes a backup, lets the new version restore and upgrade it in a separate folder, starts
the new version and checks its health. A club that does not become healthy gets the old version back and, if its
database was upgraded, the backup from before; no further club is touched. If it is stopped halfway, it finishes
the update when it next runs.

Options
  FILE         use this executable instead of a release
  --from URL   where the releases are (default: UPDATE_URL of the service's file of variables)
  --club NAME  only this one of several clubs
  --check      only say whether there is a newer version`,
  example: 'sudo padel-club update',
  options: { from: { type: 'string' }, club: { type: 'string' }, check: { type: 'boolean' } },
  // Replaces files owned by root, and hands all work in a data folder to processes of its owner.
  staysRoot: () => true,
  run: runUpdate,
};

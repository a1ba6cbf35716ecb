import type { Command } from '../../src/cli/command.ts';
import { runRestore } from '../../src/cli/run-restore.ts';

export const restore: Command = {
  name: 'restore',
  positionals: ['[FILE]'],
  summary: 'replace the club with a backup or a copy',
  help: `
Verifies the backup, unpacks it next to the current club, opens and checks it, and only then swaps the two.
The current files move to before-restore-… in the data folder; remove them when you no longer need them.
Stop the site first. The settings of the backup are used only when the folder has no club.toml.

The program assumes that the machine was lost after the backup: numbers continue 100,000 higher, so that none
is given twice; messages that may have been sent are set aside; and the report names what may be missing.

Options
  --from PLACE      restore the newest copy from bucket, folder (both of the settings) or the path of a folder
  --at TIME         the newest copy up to this time, such as "2026-11-21 03:15" in club time
  --copy NAME       this copy
  --club NAME       this club, if the place holds the copies of several
  --lost-at TIME    when the machine was lost; messages due after it are sent (default: now)
  --accept-missing  restore although receipts or pictures of the copy are missing or damaged
  --exact           the site was stopped before this backup was made: change no number and no message
  --settings        use the settings of the backup in any case; check their passwords and keys afterwards`,
  example: 'padel-club restore --from bucket --data /srv/padel-club',
  options: {
    from: { type: 'string' },
    at: { type: 'string' },
    copy: { type: 'string' },
    club: { type: 'string' },
    'lost-at': { type: 'string' },
    'accept-missing': { type: 'boolean' },
    exact: { type: 'boolean' },
    settings: { type: 'boolean' },
  },
  named: ({ positionals: [input] }) => ({ input }),
  run: runRestore,
};

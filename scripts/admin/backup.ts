import type { Command } from '../../src/cli/command.ts';
import { runBackup } from '../../src/cli/run-backup.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'save the whole club in one file while the site runs',
  help: `
Writes the database, receipts, pictures and settings into one compressed file, reads the file back and
verifies it, then prints its path. Passwords and keys in club.toml are left out unless --with-secrets is
given. If club.toml names a bucket in [backup.s3], the file is also copied there.

Options
  --to DIR         the target folder (default: [backup] folder of club.toml, else backups in the data folder);
                   root creates it for the owner of the data folder, who must be able to write there
  --keep N         keep the newest N backups of this club there and remove its older ones (default: keep all)
  --with-secrets   include the passwords and keys of club.toml; protect such a file like a password`,
  example: 'padel-club backup --to /media/usb-stick --keep 14',
  options: { to: { type: 'string' }, keep: { type: 'string' }, 'with-secrets': { type: 'boolean' } },
  named: (context) => ({ folder: context.getString('to') }),
  run: runBackup,
};

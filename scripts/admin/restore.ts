import { resolve } from 'node:path';
import { restoreBackup } from '../../src/backups/restore.ts';
import type { Command } from '../../src/cli/command.ts';
import { createProgressLine } from '../../src/cli/progress-line.ts';

export const restore: Command = {
  name: 'restore',
  positionals: ['FILE'],
  summary: 'put a backup in the place of the club',
  help: `
Checks the backup, unpacks it beside the present club, proves it, and only then exchanges the two. The
present files are moved to before-restore-… in the data folder; remove them when you no longer need them.
The site must be stopped. Settings of the backup are taken only where the folder has none.

Options
  --settings   take the settings of the backup in any case; look at the passwords in them afterwards`,
  example: 'padel-club restore backups/padel-club-faisalabad-20261121-050003.tar.zst',
  options: { settings: { type: 'boolean' } },
  async run(context) {
    const [file = ''] = context.positionals;
    context.printStatus(`Checking ${file} …`);
    const progress = createProgressLine('bytes');
    const { manifest, previousDir, settings } = await restoreBackup({
      file: resolve(file),
      dataDir: context.resolveDataDir(),
      withSettings: context.getBoolean('settings'),
      now: Date.now,
      progress,
    }).finally(() => progress.clear());
    context.printStatus(
      `Restored the club as it was on ${manifest.made_at}, ${manifest.files.length} files.`,
    );
    if (previousDir) context.printStatus(`What was there before is in ${previousDir}`);
    if (settings === 'kept') context.printStatus('The settings file club.toml was kept as it was here.');
    if (settings === 'taken' && !manifest.secrets) {
      context.printStatus(
        'Passwords and keys are not in this backup: write them into club.toml if you use them.',
      );
    }
    return 0;
  },
};

import { resolve } from 'node:path';
import { restoreBackup } from '../../src/backups/restore.ts';
import type { Command } from '../../src/cli/command.ts';
import { createProgressLine } from '../../src/cli/progress-line.ts';

export const restore: Command = {
  name: 'restore',
  positionals: ['FILE'],
  summary: 'replace the club with a backup',
  help: `
Verifies the backup, unpacks it beside the present club, opens and checks it, and only then swaps the two.
The present files move to before-restore-… in the data folder; remove them when you no longer need them.
Stop the site first. The settings of the backup are used only when the folder has no club.toml.

Options
  --settings   use the settings of the backup in any case; check their passwords and keys afterwards`,
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
    if (previousDir) context.printStatus(`The previous club is in ${previousDir}`);
    if (settings === 'kept') context.printStatus('The settings file club.toml of this folder was kept.');
    if (settings === 'taken' && !manifest.secrets) {
      context.printStatus('This backup holds no passwords and keys: write those you use into club.toml.');
    }
    return 0;
  },
};

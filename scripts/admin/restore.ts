import { resolve } from 'node:path';
import { restoreBackup } from '../../src/backups/restore.ts';
import type { Command } from './command.ts';
import { progressLine } from './progress.ts';

export const restore: Command = {
  name: 'restore',
  words: ['FILE'],
  summary: 'put a backup in the place of the club',
  help: `
Checks the backup, unpacks it beside the present club, proves it, and only then exchanges the two. The
present files are moved to before-restore-… in the data folder; remove them when you no longer need them.
The site must be stopped. Settings of the backup are taken only where the folder has none.

Options
  --settings   take the settings of the backup in any case; look at the passwords in them afterwards`,
  example: 'padel-club restore backups/padel-club-faisalabad-20261121-050003.tar.zst',
  options: { settings: { type: 'boolean' } },
  async run(call) {
    const [file = ''] = call.words;
    call.say(`Checking ${file} …`);
    const progress = progressLine('bytes');
    const { manifest, aside, settings } = await restoreBackup({
      file: resolve(file),
      dataDir: call.dataDir(),
      withSettings: call.flag('settings'),
      now: Date.now,
      progress,
    }).finally(() => progress.end());
    call.say(`Restored the club as it was on ${manifest.made_at}, ${manifest.files.length} files.`);
    if (aside) call.say(`What was there before is in ${aside}`);
    if (settings === 'kept') call.say('The settings file club.toml was kept as it was here.');
    if (settings === 'taken' && !manifest.secrets) {
      call.say('Passwords and keys are not in this backup: write them into club.toml if you use them.');
    }
    return 0;
  },
};

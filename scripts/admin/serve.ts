import { assertNotLost } from '../../src/backups/lost-club.ts';
import type { Command } from '../../src/cli/command.ts';
import { placeOf } from '../../src/cli/open-club.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'run the site',
  help: `
Serves the website and its API until Ctrl-C or SIGTERM. The first start creates the data folder with its
settings file club.toml. The port is $PORT (default: 3000).

Options`,
  example: 'PORT=8080 padel-club serve --data /srv/padel-club',
  async run(context) {
    // Runs before the settings file is written, which would go into an empty folder if a disk is not mounted.
    await assertNotLost(placeOf(context));
    const { serve } = await import('../../src/serve.ts');
    const exitCode = await serve(() => context.loadConfig());
    // A forgotten timer must not delay the exit; the empty write waits for the last log lines.
    process.stdout.write('', () => process.exit(exitCode));
    return exitCode;
  },
};

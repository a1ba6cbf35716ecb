import type { Command } from '../../src/cli/command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'run the site',
  help: `
Serves the website and its API until it is stopped with Ctrl-C or SIGTERM. The first start makes the
data folder with the settings file club.toml. The port is $PORT (default 3000).

Options`,
  example: 'PORT=8080 padel-club serve --data /srv/padel-club',
  async run(context) {
    const { serve } = await import('../../src/serve.ts');
    const exitCode = await serve(context.loadConfig());
    // Everything is closed; a forgotten timer must not keep a supervisor waiting. The last lines go out first.
    process.stdout.write('', () => process.exit(exitCode));
    return exitCode;
  },
};

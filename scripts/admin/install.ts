import type { Command } from '../../src/cli/command.ts';
import { runInstall } from '../../src/cli/run-install.ts';

export const install: Command = {
  name: 'install',
  positionals: ['[ADDRESS]'],
  summary: 'on Windows, run the site whenever the computer is on',
  help: `
Run it as administrator. It copies this program to Program Files, keeps the club in ProgramData, and makes a task of
the Task Scheduler that starts the site with the computer and again within a minute if it ends. Phones in the same
private network may open it. It ends with the set-up link, and asks for the site's address unless it is given. On
Linux, padel-club help online does the same with systemd.

Options
  ADDRESS        of the site, such as https://club.example, if a tunnel or a proxy runs on this computer
  --port N       where the site listens (default: 3000)
  --updates URL  where padel-club update finds releases`,
  example: 'padel-club install',
  options: { port: { type: 'string' }, updates: { type: 'string' } },
  staysRoot: () => true,
  run: runInstall,
};

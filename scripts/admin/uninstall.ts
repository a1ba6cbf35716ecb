import type { Command } from '../../src/cli/command.ts';
import { runUninstall } from '../../src/cli/run-install.ts';

export const uninstall: Command = {
  name: 'uninstall',
  summary: 'on Windows, remove what install made and keep the club’s data',
  help: `
Run it as administrator. It ends the site, and removes its task, the rule of the firewall, its settings and the program. The
club stays in ProgramData; a later install finds it there.

Options`,
  example: 'padel-club uninstall',
  staysRoot: () => true,
  run: runUninstall,
};

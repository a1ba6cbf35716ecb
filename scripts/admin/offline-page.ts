import type { Command } from '../../src/cli/command.ts';
import { runOfflinePage } from '../../src/cli/run-offline-page.ts';

export const offlinePage: Command = {
  name: 'offline-page',
  summary: 'print the page for visitors while the club’s computer is off',
  help: `
Prints a web page with the club's name, phone and address. A proxy that is set up as in padel-club help online,
tunnel or wireguard shows it while the site doesn't answer: the last step there puts it in place. Do that step again
after the name or the phone has changed.`,
  example: 'padel-club offline-page --data /var/lib/padel-club > index.html',
  run: runOfflinePage,
};

import type { Command } from '../../src/cli/command.ts';
import { runSettings } from '../../src/cli/run-settings.ts';

export const settings: Command = {
  name: 'settings',
  positionals: ['get|set|export|import', '[KEY|FILE]', '[VALUE]'],
  summary: 'read and change what owners set in the dashboard',
  help: `
get [KEY]       prints one setting, or all of them, as JSON
set KEY VALUE   changes one setting; the running site shows it at once
export          prints the settings as JSON, for another club or for safekeeping
import FILE     changes the settings that the file names, all of them or none; "-" reads standard input

Unknown keys and invalid values are refused. Passwords, keys and anything else that belongs to the machine
stay in club.toml and are never printed. The site may be running.

Options`,
  example: 'padel-club settings set club.phone "+92 41 1234567"',
  named: ({ positionals: [action, file] }) => (action === 'import' && file !== '-' ? { input: file } : {}),
  run: runSettings,
};

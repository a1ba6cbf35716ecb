import type { Command } from '../../src/cli/command.ts';
import { checkRunningSite, runDoctor } from '../../src/cli/doctor/run-doctor.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'check the club and say what to fix',
  help: `
Checks the settings, the owners and permissions of files, the disk, the clock, the database, receipts and
backups, and whether the mail server, the text message gateway, the payment provider and the sign-in
providers respond. The site may be running. Exit code 1 when a check fails.

Options
  --running    only ask the site on this machine whether it is ready (for health checks)
  --offline    contact no other machine`,
  example: 'padel-club doctor --data /srv/padel-club',
  options: { running: { type: 'boolean' }, offline: { type: 'boolean' } },
  run: (context) => (context.getBoolean('running') ? checkRunningSite(context) : runDoctor(context)),
};

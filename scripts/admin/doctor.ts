import { type Command, UsageError } from '../../src/cli/command.ts';
import { askAddress } from '../../src/cli/doctor/ask-address.ts';
import { printReport, runDoctorForClubs } from '../../src/cli/doctor/doctor-of-clubs.ts';
import { askServerIfReady } from '../../src/cli/doctor/is-server-ready.ts';
import { runDoctor } from '../../src/cli/doctor/run-doctor.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'check the club and say what to fix',
  help: `
Checks the settings, the owners and permissions of files, the disk, the clock, the database, receipts and
backups, and whether the mail server, the text message gateway, the payment provider and the sign-in
providers respond. The site may be running. Exit code 1 when a check fails.
With --data for each of several clubs it prints one table and what to fix in each.

Options
  --running    only ask the site on this machine whether it is ready (for health checks)
  --address    only ask the site's public address, as a visitor would, for up to 90 seconds until all is well
  --offline    contact no other machine, not even the time server
  --deep       read the newest backup and copy, and each receipt and picture, to the end instead of a sample
  --json       print what was found as JSON, without asking the site of this club`,
  example: 'padel-club doctor --data /srv/padel-club',
  options: {
    running: { type: 'boolean' },
    address: { type: 'boolean' },
    offline: { type: 'boolean' },
    deep: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  takesSeveralClubs: true,
  // Each of several clubs is checked by its own process, which becomes the owner of that club's folder.
  staysRoot: (context) => context.getBoolean('running') || context.dataDirs.length > 1,
  run(context) {
    if (context.getBoolean('running')) return askServerIfReady(context);
    const asJson = context.getBoolean('json');
    const asksAddress = context.getBoolean('address');
    if (context.dataDirs.length > 1) {
      if (asJson) throw new UsageError('--json is for one club.');
      if (asksAddress) throw new UsageError('--address is for one club.');
      return runDoctorForClubs(context);
    }
    if (asksAddress) return askAddress(context);
    return asJson ? printReport(context) : runDoctor(context);
  },
};

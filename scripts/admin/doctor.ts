import { openDataDir } from '../../src/backups/open-data-dir.ts';
import type { Command, CommandContext } from '../../src/cli/command.ts';
import { checkClubData } from '../../src/cli/doctor/check-club-data.ts';
import { checkEnvironment } from '../../src/cli/doctor/check-environment.ts';
import { checkExternalServices } from '../../src/cli/doctor/check-external-services.ts';
import { checkSettings } from '../../src/cli/doctor/check-settings.ts';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { assertClubExists } from '../../src/cli/open-club.ts';
import { createProgressLine } from '../../src/cli/progress-line.ts';

const STATUS_LABELS = { ok: '  ok   ', warn: ' look  ', fail: ' WRONG ' } as const;

export const doctor: Command = {
  name: 'doctor',
  summary: 'examine the club and say what to do',
  help: `
Examines settings, file rights, disk, clock, the whole database, receipts, backups, and whether mail, text
messages, card payments and sign-in providers answer. The site may be running. Exit code 1 when something is
wrong.

Options
  --running    only ask the site on this machine whether it takes visitors (for health checks)
  --offline    ask nobody outside this machine`,
  example: 'padel-club doctor --data /srv/padel-club',
  options: { running: { type: 'boolean' }, offline: { type: 'boolean' } },
  async run(context) {
    if (context.getBoolean('running')) return checkRunningSite(context);
    assertClubExists(context.resolveDataDir());
    const config = context.loadConfig();
    const lock = openDataDir(config.dataDir);
    try {
      const now = Date.now();
      const findings: Finding[] = [...checkSettings(config), ...checkEnvironment(config, now)];
      const progress = createProgressLine('bytes');
      findings.push(...checkClubData(config, now, progress));
      progress.clear();
      if (!context.getBoolean('offline')) findings.push(...(await checkExternalServices(config)));
      for (const { status, text, fix } of findings) {
        context.print(`[${STATUS_LABELS[status]}] ${text}`);
        if (fix) context.print(`            → ${fix}`);
      }
      const failCount = findings.filter(({ status }) => status === 'fail').length;
      const warnCount = findings.filter(({ status }) => status === 'warn').length;
      context.print(`${findings.length} things examined, ${failCount} wrong, ${warnCount} to look at.`);
      return failCount > 0 ? 1 : 0;
    } finally {
      lock.release();
    }
  },
};

async function checkRunningSite(context: CommandContext): Promise<number> {
  const port = context.env.PORT ?? '3000';
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    const { status } = (await response.json()) as { status: string };
    context.printStatus(`The site on port ${port} is ${status}.`);
    return response.ok ? 0 : 1;
  } catch {
    context.printStatus(`Nobody answers on port ${port}.`);
    return 1;
  }
}

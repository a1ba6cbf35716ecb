import { enterClub } from '../../src/backups/enter.ts';
import { examineClub } from '../doctor/club.ts';
import type { Finding } from '../doctor/finding.ts';
import { examineMachine } from '../doctor/machine.ts';
import { examineOutside } from '../doctor/outside.ts';
import { examineSettings } from '../doctor/settings.ts';
import type { Call, Command } from './command.ts';
import { progressLine } from './progress.ts';
import { refuseMissing } from './with-club.ts';

const MARKS = { ok: '  ok   ', warn: ' look  ', fail: ' WRONG ' } as const;

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
  async run(call) {
    if (call.flag('running')) return askSite(call);
    refuseMissing(call.dataDir());
    const config = call.config();
    const lock = enterClub(config.dataDir);
    try {
      const now = Date.now();
      const findings: Finding[] = [...examineSettings(config), ...examineMachine(config, now)];
      const progress = progressLine('bytes');
      findings.push(...examineClub(config, now, progress));
      progress.end();
      if (!call.flag('offline')) findings.push(...(await examineOutside(config)));
      for (const { grade, text, cure } of findings) {
        call.print(`[${MARKS[grade]}] ${text}`);
        if (cure) call.print(`            → ${cure}`);
      }
      const wrong = findings.filter(({ grade }) => grade === 'fail').length;
      const look = findings.filter(({ grade }) => grade === 'warn').length;
      call.print(`${findings.length} things examined, ${wrong} wrong, ${look} to look at.`);
      return wrong > 0 ? 1 : 0;
    } finally {
      lock.release();
    }
  },
};

async function askSite(call: Call): Promise<number> {
  const port = call.env.PORT ?? '3000';
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    const { status } = (await answer.json()) as { status: string };
    call.say(`The site on port ${port} is ${status}.`);
    return answer.ok ? 0 : 1;
  } catch {
    call.say(`Nobody answers on port ${port}.`);
    return 1;
  }
}

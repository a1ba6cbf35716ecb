import { openDataDir } from '../../backups/open-data-dir.ts';
import type { Config } from '../../config/load-config.ts';
import { counted } from '../../domain/counted.ts';
import type { CommandContext } from '../command.ts';
import { placeOf, requireClub } from '../open-club.ts';
import { createProgressLine } from '../progress-line.ts';
import { CHECKS } from './all-checks.ts';
import { findLostClub, openCheckedDatabase } from './check-database.ts';
import type { Check, CheckContext, Finding } from './finding.ts';

const STATUS_LABELS = { ok: ' ok   ', warn: ' warn ', fail: ' FAIL ' } as const;

/** Runs every check, prints a line for each finding, and returns 1 if any failed. */
export async function runDoctor(context: CommandContext): Promise<number> {
  const lost = await findLostClub(placeOf(context));
  if (lost) return printFindings(context, [lost]);
  await requireClub(context);
  return printFindings(context, await examineClub(context.loadConfig(), depthOf(context)));
}

/** `offline` contacts no other machine; `deep` reads every file. */
export interface Depth {
  offline: boolean;
  deep: boolean;
}

export function depthOf(context: CommandContext): Depth {
  return { offline: context.getBoolean('offline'), deep: context.getBoolean('deep') };
}

export async function examineClub(config: Config, { offline, deep }: Depth): Promise<Finding[]> {
  const lock = openDataDir(config.dataDir);
  const progress = createProgressLine('bytes');
  try {
    const input: CheckContext = { config, now: Date.now(), deep };
    const findings = await runChecks(CHECKS.machine, input);
    const opened = openCheckedDatabase(input, progress);
    progress.clear();
    findings.push(...opened.findings);
    const { db } = opened;
    if (db) findings.push(...(await runChecks(CHECKS.database, { ...input, db })));
    if (!offline) findings.push(...(await runChecks(CHECKS.network, input)));
    if (!offline && db) findings.push(...(await runChecks(CHECKS.address, { ...input, db })));
    db?.close();
    return findings;
  } finally {
    lock.release();
  }
}

async function runChecks<T>(checks: readonly Check<T>[], input: T): Promise<Finding[]> {
  return (await Promise.all(checks.map((check) => check(input)))).flat();
}

export function printFinding(context: CommandContext, { status, text, fix }: Finding): void {
  context.print(`[${STATUS_LABELS[status]}] ${text}`);
  if (fix) context.print(`         → ${fix}`);
}

function printFindings(context: CommandContext, findings: readonly Finding[]): number {
  for (const finding of findings) printFinding(context, finding);
  const failCount = findings.filter(({ status }) => status === 'fail').length;
  const warnCount = findings.filter(({ status }) => status === 'warn').length;
  context.print(`${counted(findings.length, 'check')}, ${failCount} failed, ${warnCount} with a warning.`);
  return failCount > 0 ? 1 : 0;
}

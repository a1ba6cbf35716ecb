import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { BackupRunLog } from '../../backups/backup-run-log.ts';
import { readCopyState } from '../../backups/copy-state.ts';
import { ownCommand } from '../../backups/own-command.ts';
import { readConfig, SettingError } from '../../config/load-config.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { shellWord } from '../../db/shell-word.ts';
import { clubTimestamp } from '../../domain/business-day.ts';
import { counted } from '../../domain/counted.ts';
import type { CommandContext } from '../command.ts';
import { placeOf } from '../open-club.ts';
import { findLostClub } from './check-database.ts';
import { type Finding, fail } from './finding.ts';
import { depthOf, examineClub } from './run-doctor.ts';

/** The output of `doctor --json`. */
const reportSchema = v.strictObject({
  findings: v.array(
    v.strictObject({
      status: v.picklist(['ok', 'warn', 'fail']),
      text: v.string(),
      fix: v.exactOptional(v.string()),
    }),
  ),
  /** Epoch milliseconds; null if there was none. */
  last_backup: v.nullable(v.number()),
  last_copy: v.nullable(v.number()),
  rehearsed: v.nullable(v.number()),
});

type Report = v.InferOutput<typeof reportSchema>;

const HEADER = ['CLUB', 'STATE', 'LAST BACKUP', 'LAST COPY', 'REHEARSED'];

/** Examines several clubs and prints a line for each, then what to fix. Returns 1 if any check failed. */
export async function runDoctorForClubs(context: CommandContext): Promise<number> {
  const clubs: (Report & { name: string })[] = [];
  const { offline, deep } = depthOf(context);
  const options = [...(offline ? ['--offline'] : []), ...(deep ? ['--deep'] : [])];
  for (const dataDir of context.dataDirs) {
    const report = await askForReport(dataDir, options);
    clubs.push({ ...report, name: basename(dataDir) });
  }
  const rows = clubs.map((club) => [club.name, stateOf(club.findings), ...agesOf(club)]);
  for (const line of alignColumns([HEADER, ...rows])) context.print(line);
  for (const { name, findings } of clubs) {
    for (const { status, text, fix } of findings) {
      if (status === 'ok') continue;
      context.print(`${name}: [${status === 'fail' ? ' FAIL ' : ' warn '}] ${text}`);
      if (fix) context.print(`${' '.repeat(name.length)}           → ${fix}`);
    }
  }
  const failing = clubs.filter(({ findings }) => findings.some(({ status }) => status === 'fail')).length;
  context.print(`${counted(clubs.length, 'club')}, ${failing} with a failed check.`);
  return failing > 0 ? 1 : 0;
}

/** One club's report, from a process that opens no other. */
async function askForReport(dataDir: string, options: readonly string[]): Promise<Report> {
  const child = Bun.spawn([...ownCommand(), 'doctor', '--json', ...options, '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), output);
  if (result.success) return result.output;
  const reason = errors.trim().split('\n').at(-1) || 'The check ended without a result.';
  const findings = [fail(reason, `See: padel-club doctor --data ${shellWord(dataDir)}`)];
  return { findings, last_backup: null, last_copy: null, rehearsed: null };
}

/** Examines one club and prints its report as JSON. Returns 1 if a check failed. */
export async function printReport(context: CommandContext): Promise<number> {
  const dataDir = context.resolveDataDir();
  const findings = await examine(context, dataDir);
  const state = readCopyState(dataDir);
  const report: Report = {
    findings,
    last_backup: lastBackupOf(dataDir),
    last_copy: state?.last?.at ?? null,
    rehearsed: state?.rehearsed_at ?? null,
  };
  context.print(JSON.stringify(report));
  return findings.some(({ status }) => status === 'fail') ? 1 : 0;
}

async function examine(context: CommandContext, dataDir: string): Promise<Finding[]> {
  const lost = await findLostClub(placeOf(context, dataDir));
  if (lost) return [lost];
  const path = join(dataDir, 'club.db');
  if (!existsSync(path)) return [fail(`There is no club in ${dataDir}.`, 'Correct the folder after --data.')];
  try {
    // Each club's port is known only to its service, so no server is asked.
    return await examineClub({ ...readConfig(context.env, dataDir), port: 0 }, depthOf(context));
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof SettingError)) throw error;
    return [fail(error.message, `See: padel-club doctor --data ${shellWord(dataDir)}`)];
  }
}

function stateOf(findings: readonly Finding[]): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length;
  if (count('fail') > 0) return `${count('fail')} FAILED`;
  return count('warn') > 0 ? `${count('warn')} warnings` : 'ok';
}

/** The last backup, copy and rehearsal. */
function agesOf({ last_backup, last_copy, rehearsed }: Report): string[] {
  return [last_backup, last_copy, rehearsed].map((at) =>
    at === null ? '-' : clubTimestamp(at).slice(0, 16).replace('T', ' '),
  );
}

function lastBackupOf(dataDir: string): number | null {
  try {
    const db = new Database(join(dataDir, 'club.db'), { readwrite: true, create: false });
    try {
      return new BackupRunLog(db).lastRunTimes(Date.now()).succeeded;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

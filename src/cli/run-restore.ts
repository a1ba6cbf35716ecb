import { resolve } from 'node:path';
import { storeFrom } from '../backups/configured-store.ts';
import { formatMoment, parseMoment } from '../backups/copy-name.ts';
import { findCopy } from '../backups/find-copy.ts';
import { type RestoreResult, type RestoreSource, restoreClub } from '../backups/restore.ts';
import { type Config, readConfig } from '../config/load-config.ts';
import { counted } from '../domain/counted.ts';
import { prepareAfterLoss } from './after-restore.ts';
import { assertBooks } from './assert-books.ts';
import { type CommandContext, UsageError } from './command.ts';
import { createProgressLine } from './progress-line.ts';

/** Restores a backup file, or a copy from a folder or bucket, and reports what may be missing. */
export async function runRestore(context: CommandContext): Promise<number> {
  const [file] = context.positionals;
  const from = context.getString('from');
  if ((file === undefined) === (from === undefined)) {
    throw new UsageError('Name either the FILE of a backup, or --from with a folder or bucket of copies.');
  }
  const now = Date.now();
  const at = readMoment(context, 'at');
  const lostAt = Math.min(readMoment(context, 'lost-at') ?? now, now);
  const report: string[] = [];
  const progress = createProgressLine('bytes');
  const input = {
    dataDir: context.resolveDataDir(),
    withSettings: context.getBoolean('settings'),
    now: Date.now,
    progress,
    checkBooks: assertBooks,
    ...(context.getBoolean('exact') ? {} : { prepare: prepareAfterLoss(context, lostAt, report) }),
  };
  let source: RestoreSource;
  if (file !== undefined) {
    const fd = context.openInput(file);
    context.printStatus(`Checking ${file} …`);
    source = { file: { path: resolve(file), fd } };
  } else {
    const store = storeFrom(from ?? '', readSettings(context));
    const choice = { club: context.getString('club'), at, name: context.getString('copy') };
    const found = await findCopy(store, choice, now);
    for (const warning of found.warnings) context.printStatus(warning);
    context.printStatus(`Restoring the copy of ${formatMoment(found.copy.at)} from ${store.location} …`);
    const acceptMissing = context.getBoolean('accept-missing');
    source = { store, copy: found.copy, older: found.older, acceptMissing };
  }
  const result = await restoreClub({ ...input, source }).finally(() => progress.clear());
  printResult(context, result, report);
  return 0;
}

function readMoment(context: CommandContext, option: 'at' | 'lost-at'): number | undefined {
  const text = context.getString(option);
  if (text === undefined) return undefined;
  const moment = parseMoment(text);
  if (moment !== null) return moment;
  throw new UsageError(`--${option} is "${text}", but a time such as "2026-11-21 03:15" is expected.`);
}

/** The data folder's settings, without writing any; a copy's settings are used only if there are none. */
function readSettings(context: CommandContext): Config {
  return readConfig(context.env, context.resolveDataDir());
}

function printResult(context: CommandContext, result: RestoreResult, report: readonly string[]): void {
  const { manifest, previousDir, settings } = result;
  const fileCount = manifest.files.length + (manifest.stored_files?.length ?? 0);
  context.printStatus(`Restored the club as it was on ${manifest.made_at}, ${counted(fileCount, 'file')}.`);
  if (previousDir) context.printStatus(`The previous club is in ${previousDir}`);
  if (settings === 'kept') context.printStatus('The settings file club.toml of this folder was kept.');
  if (settings === 'taken' && !manifest.secrets) {
    context.printStatus('This backup contains no passwords or keys: enter the ones you use in club.toml.');
  }
  for (const line of report) context.printStatus(line);
}

import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, resolveDataDir, SettingError } from '../config/load-config.ts';
import { isCorruptionError } from '../db/club-db.ts';
import { accessError } from '../db/data-dir-ownership.ts';
import { diskFullText, hasRoom, isDiskFull } from '../db/disk-room.ts';
import { DATABASE_DAMAGED, LostClubError, OperatorError } from '../db/operator-error.ts';
import { Failure } from '../domain/failure.ts';
import { createLog } from '../http/log.ts';
import { openLogFile } from '../http/log-file.ts';
import { become, canRedirect, createFolderFor, findOwner, openWay } from './become-owner.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { readMachine } from './update/machine.ts';
import { variablesOfService } from './update/services.ts';
import { inWindowsWords } from './windows-words.ts';

const SHARED_OPTIONS = {
  data: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * The exit code of `serve` for anything that stays wrong until a person acts, like `EX_CONFIG` in sysexits.h: a
 * service doesn't try again.
 */
const NEEDS_OPERATOR = 78;

/**
 * Parses the command line and runs one command. Returns the exit code: 0 success, 1 failure, 2 invalid usage, 78 a
 * site that can't start until a person acts.
 */
export async function runCommandLine(
  commands: readonly Command[],
  topics: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<number> {
  const [first = 'serve', ...rest] = args;
  const overview = () => formatOverview(commands, Object.keys(topics));
  if (first === 'help' && rest[0] !== undefined && !rest[0].startsWith('-')) {
    const page = Object.hasOwn(topics, rest[0]) ? topics[rest[0]] : undefined;
    if (page !== undefined) return printHelp(page);
    if (commands.some(({ name }) => name === rest[0]))
      return runCommandLine(commands, topics, [rest[0], '--help'], env);
    const known = [...commands.map(({ name }) => name), ...Object.keys(topics)];
    return reportUnknown(`There is no command or page "${rest[0]}".`, rest[0], known);
  }
  if (first === '--help' || first === '-h' || first === 'help') return printHelp(overview());
  if (first === '--version') return runCommandLine(commands, topics, ['version'], env);
  const named = !first.startsWith('-');
  const command = commands.find(({ name }) => name === (named ? first : 'serve'));
  if (!command) {
    const text = `There is no command "${first}".`;
    if (Object.hasOwn(topics, first)) return reportUnknown(`${text} The page: padel-club help ${first}`);
    return reportUnknown(
      text,
      first,
      commands.map(({ name }) => name),
    );
  }
  let running: CommandContext | null = null;
  try {
    const context = createContext(command, named ? rest : args, env);
    if (!context) return printHelp(formatHelp(command));
    if (!command.staysRoot?.(context)) giveUpRoot(command, context, args);
    running = context;
    return await command.run(context);
  } catch (error) {
    if (error instanceof UsageError) return reportUsageError(error.message, formatHelp(command));
    // A reader that has seen enough, such as head, has closed the pipe.
    if ((error as { code?: unknown } | null)?.code === 'EPIPE') return 0;
    const message = errorMessage(error, dataDirOf(args, env));
    process.stderr.write(`${message}\n`);
    if (command.name === 'serve' && running) noteInLogFile(running.env, message);
    const staysWrong = error instanceof SettingError || error instanceof LostClubError;
    return command.name === 'serve' && staysWrong ? NEEDS_OPERATOR : 1;
  }
}

/** Nobody sees the messages of a site that Windows starts. */
function noteInLogFile({ LOG_FILE, LOG_FORMAT }: CommandContext['env'], reason: string): void {
  if (!LOG_FILE) return;
  try {
    createLog(LOG_FORMAT === 'text' ? 'text' : 'json', openLogFile(LOG_FILE)).error('ended', { reason });
  } catch {
    // The message has said so.
  }
}

/** A command run by root becomes the owner of the data folder before opening anything in it. */
function giveUpRoot(command: Command, context: CommandContext, args: readonly string[]): void {
  const dataDir = context.resolveDataDir();
  const owner = findOwner(dataDir);
  if (!owner) return;
  openWay(dataDir, owner, args, context.env);
  const { input, output, folder } = command.named?.(context) ?? {};
  if (input !== undefined && !canRedirect(owner, input)) context.openInput(input);
  if (output !== undefined && !canRedirect(owner, output)) context.openOutput(output);
  if (folder !== undefined && !canRedirect(owner, folder)) createFolderFor(owner, resolve(folder));
  become(owner);
}

/** A name that differs by at most two letters; null if there is none. */
function nearestOf(name: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((each) => ({ name: each, distance: editDistance(name, each) }))
    .filter(({ distance }) => distance <= 2)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.name ?? null;
}

/** How many letters are added, removed or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const exchanged = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

interface ParsedArguments {
  values: Record<string, string | boolean | string[] | undefined>;
  positionals: string[];
}

/** Checks a command's arguments; null if they ask for help. */
function createContext(
  command: Command,
  args: readonly string[],
  env: CommandContext['env'],
): CommandContext | null {
  const { values, positionals } = parseArguments(command, args) as ParsedArguments;
  if (values.help) return null;
  // `--data "$DIR"` with an unset variable would otherwise select the current folder.
  const dataDirs = (values.data ?? []) as string[];
  if (dataDirs.includes('')) throw new UsageError('--data is empty, but a folder is expected.');
  if (dataDirs.length > 1 && !command.takesSeveralClubs) throw new UsageError('--data is given twice.');
  const [dataDir] = dataDirs;
  const expected = command.positionals ?? [];
  const missing = expected[positionals.length];
  if (missing && !missing.startsWith('[')) throw new UsageError(`${missing} is missing.`);
  const extra = positionals[expected.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many.`);
  const ownEnv = { ...variablesOfService(readMachine(env), resolveDataDir(env, dataDir)), ...env };
  const getString = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  const opened = new Map<string, number>();
  const open = (path: string, flags: 'r' | 'wx') => {
    const fd = opened.get(path) ?? openSync(path, flags, 0o600);
    opened.set(path, fd);
    return fd;
  };
  return {
    positionals,
    env: ownEnv,
    openInput(path) {
      try {
        return open(path, 'r');
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
        throw new OperatorError(`There is no file ${path}.`);
      }
    },
    openOutput: (path) => open(path, 'wx'),
    getString,
    getBoolean: (option) => values[option] === true,
    getInteger(option, fallback, min, max) {
      const given = getString(option);
      if (given === undefined) return fallback;
      const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new UsageError(
        `--${option} is "${given}", but a whole number from ${min} to ${max} is expected.`,
      );
    },
    dataDirs,
    resolveDataDir: () => resolveDataDir(ownEnv, dataDir),
    loadConfig: () => loadConfig(ownEnv, dataDir),
    print: (line) => void process.stdout.write(`${line}\n`),
    printStatus: (line) => void process.stderr.write(`${line}\n`),
  };
}

function parseArguments(command: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...SHARED_OPTIONS, ...command.options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? firstSentence(error.message) : 'The options cannot be read.',
    );
  }
}

function firstSentence(message: string): string {
  return `${message.split(/\. |\n/)[0]}.`;
}

function errorMessage(error: unknown, dataDir: string): string {
  if (isOutOfRoom(error, dataDir)) return diskFullText(dataDir);
  if (error instanceof SettingError || error instanceof OperatorError || error instanceof Failure) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  if (isCorruptionError(error)) return DATABASE_DAMAGED;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'EACCES' && typeof path === 'string') return accessError(path, dataDir);
  const isAbove = typeof path === 'string' && `${dataDir}/`.startsWith(`${path}/`);
  const isBelow = typeof path === 'string' && path.startsWith(dataDir);
  if ((code === 'EEXIST' && isAbove) || (code === 'ENOTDIR' && (isAbove || isBelow)))
    return `${dataDir} is a file or is inside one, but a folder is expected. Name a different one with --data.`;
  // The system's message names the file; a stack trace would only obscure it.
  return 'syscall' in error ? `${error.message}.` : (error.stack ?? error.message);
}

/** A failed command's data folder. */
function dataDirOf(args: readonly string[], env: CommandContext['env']): string {
  const at = args.indexOf('--data');
  const named = at < 0 ? args.find((arg) => arg.startsWith('--data='))?.slice(7) : args[at + 1];
  return resolveDataDir(env, named);
}

/** The command failed because the data folder is full; an `OperatorError` gives its own advice. */
function isOutOfRoom(error: unknown, dataDir: string): boolean {
  if (error instanceof OperatorError || error instanceof SettingError) return false;
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const isStorage = [code, cause?.code].some((each) => /^SQLITE_(IOERR|CANTOPEN)/.test(String(each ?? '')));
  if (!isDiskFull(error) && !isStorage) return false;
  try {
    return !hasRoom(dataDir, { isDoubted: true });
  } catch {
    return false;
  }
}

function formatOverview(commands: readonly Command[], topics: readonly string[]): string {
  const width = Math.max(...commands.map((command) => formatUsage(command).length));
  const lines = commands.map((command) => `  ${formatUsage(command).padEnd(width)}  ${command.summary}`);
  return inWordsOfSystem(`padel-club: a padel club's website, bookings and dashboard in one executable.

Usage: padel-club [command] [options]      (default command: serve)

Commands
${lines.join('\n')}

Options of every command
  --data DIR   the data folder (default: $DATA_DIR, else ./data)
  --help       describe the command, with an example

Pages of padel-club help: ${topics.join(', ')}

Exit codes: 0 success, 1 failure, 2 invalid usage, 78 a site with invalid settings or a lost club. Status messages go to standard error.
`);
}

const inWordsOfSystem = (text: string) => (process.platform === 'win32' ? inWindowsWords(text) : text);

function formatUsage(command: Command): string {
  return [command.name, ...(command.positionals ?? [])].join(' ');
}

function formatHelp(command: Command): string {
  return inWordsOfSystem(`padel-club ${formatUsage(command)} [options]: ${command.summary}

${command.help.trim()}
  --data DIR   the data folder (default: $DATA_DIR, else ./data)

Example
  ${command.example}
`);
}

function printHelp(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** The overview would push the message off the screen. */
function reportUnknown(message: string, name = '', known: readonly string[] = []): number {
  const near = nearestOf(name, known);
  const proposal = near ? ` Did you mean "${near}"?` : '';
  process.stderr.write(`${message}${proposal}\nAll commands and pages: padel-club help\n`);
  return 2;
}

function reportUsageError(message: string, help: string): number {
  process.stderr.write(`${message}\n\n${help}`);
  return 2;
}

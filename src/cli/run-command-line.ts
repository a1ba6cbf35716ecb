import { openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, resolveDataDir, SettingError } from '../config/load-config.ts';
import { isCorruptionError } from '../db/club-db.ts';
import { currentUser, ownerError } from '../db/data-dir-ownership.ts';
import { DATABASE_DAMAGED, OperatorError } from '../db/operator-error.ts';
import { Failure } from '../domain/failure.ts';
import { become, canRedirect, createFolderFor, findOwner, openWay } from './become-owner.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';

const SHARED_OPTIONS = {
  data: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Parses the command line and runs one command. Returns the exit code: 0 success, 1 failure, 2 invalid usage. */
export async function runCommandLine(
  commands: readonly Command[],
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<number> {
  const [first = 'serve', ...rest] = args;
  if (first === '--help' || first === '-h' || first === 'help') return printHelp(formatOverview(commands));
  if (first === '--version') return runCommandLine(commands, ['version'], env);
  const named = !first.startsWith('-');
  const command = commands.find(({ name }) => name === (named ? first : 'serve'));
  if (!command) return reportUsageError(`There is no command "${first}".`, formatOverview(commands));
  try {
    const context = createContext(command, named ? rest : args, env);
    if (!context) return printHelp(formatHelp(command));
    if (!command.staysRoot?.(context)) giveUpRoot(command, context, args);
    return await command.run(context);
  } catch (error) {
    if (error instanceof UsageError) return reportUsageError(error.message, formatHelp(command));
    process.stderr.write(`${errorMessage(error)}\n`);
    return 1;
  }
}

/** A command of root becomes the owner of the data folder before it opens anything there. */
function giveUpRoot(command: Command, context: CommandContext, args: readonly string[]): void {
  const dataDir = context.resolveDataDir();
  const owner = findOwner(dataDir);
  if (!owner) return;
  openWay(dataDir, owner, args);
  const { input, output, folder } = command.named?.(context) ?? {};
  if (input !== undefined && !canRedirect(owner, input)) context.openInput(input);
  if (output !== undefined && !canRedirect(owner, output)) context.openOutput(output);
  if (folder !== undefined && !canRedirect(owner, folder)) createFolderFor(owner, resolve(folder));
  become(owner);
}

interface ParsedArguments {
  values: Record<string, string | boolean | string[] | undefined>;
  positionals: string[];
}

/** Checks the arguments of a command; null when they ask for help. */
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
    env,
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
    resolveDataDir: () => resolveDataDir(env, dataDir),
    loadConfig: () => loadConfig(env, dataDir),
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

function errorMessage(error: unknown): string {
  if (error instanceof SettingError || error instanceof OperatorError || error instanceof Failure) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  if (isCorruptionError(error)) return DATABASE_DAMAGED;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'EACCES' && typeof path === 'string') return accessError(path);
  // The system's message names the file; a stack trace would only hide it.
  return 'syscall' in error ? `${error.message}.` : (error.stack ?? error.message);
}

/** Names the owner of a file that this user cannot open, where the folder can be read. */
function accessError(path: string): string {
  try {
    return ownerError(path, dirname(path));
  } catch {
    return `${currentUser()}, who runs this program, cannot open ${path}.`;
  }
}

function formatOverview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => formatUsage(command).length));
  const lines = commands.map((command) => `  ${formatUsage(command).padEnd(width)}  ${command.summary}`);
  return `padel-club: a padel club's website, bookings and dashboard in one executable.

Usage: padel-club [command] [options]      (default command: serve)

Commands
${lines.join('\n')}

Options of every command
  --data DIR   the data folder (default: $DATA_DIR, else ./data)
  --help       describe the command, with an example

Exit codes: 0 success, 1 failure, 2 invalid usage. Status messages go to standard error.
`;
}

function formatUsage(command: Command): string {
  return [command.name, ...(command.positionals ?? [])].join(' ');
}

function formatHelp(command: Command): string {
  return `padel-club ${formatUsage(command)} [options]: ${command.summary}

${command.help.trim()}
  --data DIR   the data folder (default: $DATA_DIR, else ./data)

Example
  ${command.example}
`;
}

function printHelp(text: string): number {
  process.stdout.write(text);
  return 0;
}

function reportUsageError(message: string, help: string): number {
  process.stderr.write(`${message}\n\n${help}`);
  return 2;
}

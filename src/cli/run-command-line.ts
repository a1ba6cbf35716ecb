import { parseArgs } from 'node:util';
import { backup } from '../../scripts/admin/backup.ts';
import { demo } from '../../scripts/admin/demo.ts';
import { doctor } from '../../scripts/admin/doctor.ts';
import { exportCsv } from '../../scripts/admin/export.ts';
import { demote, promote } from '../../scripts/admin/promote.ts';
import { restore } from '../../scripts/admin/restore.ts';
import { serve } from '../../scripts/admin/serve.ts';
import { version } from '../../scripts/admin/version.ts';
import { loadConfig, resolveDataDir, SettingError } from '../config/load-config.ts';
import { OperatorError } from '../db/operator-error.ts';
import { Failure } from '../domain/failure.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';

const COMMANDS: readonly Command[] = [
  serve,
  promote,
  demote,
  backup,
  restore,
  doctor,
  exportCsv,
  demo,
  version,
];

const SHARED_OPTIONS = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Reads the command line and runs one command. Returns the exit code: 0 done, 1 failed, 2 misused. */
export async function runCommandLine(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Promise<number> {
  const [first = 'serve', ...rest] = args;
  if (first === '--help' || first === '-h' || first === 'help') return printHelp(formatOverview());
  if (first === '--version') return runCommandLine(['version'], env);
  const named = !first.startsWith('-');
  const command = COMMANDS.find(({ name }) => name === (named ? first : 'serve'));
  if (!command) return reportUsageError(`There is no command "${first}".`, formatOverview());
  try {
    const context = createContext(command, named ? rest : args, env);
    return context ? await command.run(context) : printHelp(formatHelp(command));
  } catch (error) {
    if (error instanceof UsageError) return reportUsageError(error.message, formatHelp(command));
    process.stderr.write(`${errorMessage(error)}\n`);
    return 1;
  }
}

interface ParsedArguments {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** The call behind the arguments; null when they ask for help. */
function createContext(
  command: Command,
  args: readonly string[],
  env: CommandContext['env'],
): CommandContext | null {
  const { values, positionals } = parseArguments(command, args) as ParsedArguments;
  if (values.help) return null;
  // `--data "$DIR"` with nothing in it would mean the folder one happens to stand in.
  if (values.data === '') throw new UsageError('--data is empty, but a folder is expected.');
  const expected = command.positionals ?? [];
  const missing = expected[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing.`);
  const extra = positionals[expected.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.`);
  const getString = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    positionals: positionals,
    env,
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
    resolveDataDir: () => resolveDataDir(env, getString('data')),
    loadConfig: () => loadConfig(env, getString('data')),
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
  // The system's own words name the file; a trail through our code would only hide them.
  return 'syscall' in error ? `${error.message}.` : (error.stack ?? error.message);
}

function formatOverview(): string {
  const width = Math.max(...COMMANDS.map((command) => formatUsage(command).length));
  const lines = COMMANDS.map((command) => `  ${formatUsage(command).padEnd(width)}  ${command.summary}`);
  return `padel-club: a padel club's website, bookings and desk in one file.

Usage: padel-club [command] [options]      without a command: serve

Commands
${lines.join('\n')}

Options of every command
  --data DIR   the data folder (default: $DATA_DIR or ./data)
  --help       what the command does, with an example

Exit codes: 0 done, 1 failed, 2 not understood. Messages go to standard error.
`;
}

function formatUsage(command: Command): string {
  return [command.name, ...(command.positionals ?? [])].join(' ');
}

function formatHelp(command: Command): string {
  return `padel-club ${formatUsage(command)} [options]: ${command.summary}

${command.help.trim()}
  --data DIR   the data folder (default: $DATA_DIR or ./data)

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

import { parseArgs } from 'node:util';
import { loadConfig, resolveDataDir, SettingError } from '../../src/config/load-config.ts';
import { OperatorError } from '../../src/db/operator-error.ts';
import { Failure } from '../../src/domain/failure.ts';
import { backup } from './backup.ts';
import { type Call, type Command, Misuse } from './command.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { exportCsv } from './export.ts';
import { demote, promote } from './promote.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { version } from './version.ts';

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

const SHARED = { data: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Reads the command line and runs one command. Returns the exit code: 0 done, 1 failed, 2 misused. */
export async function run(args: readonly string[], env: Record<string, string | undefined>): Promise<number> {
  const [first = 'serve', ...rest] = args;
  if (first === '--help' || first === '-h' || first === 'help') return print(overview());
  if (first === '--version') return run(['version'], env);
  const named = !first.startsWith('-');
  const command = COMMANDS.find(({ name }) => name === (named ? first : 'serve'));
  if (!command) return misuse(`There is no command "${first}".`, overview());
  try {
    const call = readCall(command, named ? rest : args, env);
    return call ? await command.run(call) : print(helpOf(command));
  } catch (error) {
    if (error instanceof Misuse) return misuse(error.message, helpOf(command));
    process.stderr.write(`${sentenceFor(error)}\n`);
    return 1;
  }
}

interface Parsed {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** The call behind the arguments; null when they ask for help. */
function readCall(command: Command, args: readonly string[], env: Call['env']): Call | null {
  const { values, positionals } = parse(command, args) as Parsed;
  if (values.help) return null;
  // `--data "$DIR"` with nothing in it would mean the folder one happens to stand in.
  if (values.data === '') throw new Misuse('--data is empty, but a folder is expected.');
  const wanted = command.words ?? [];
  const missing = wanted[positionals.length];
  if (missing) throw new Misuse(`${missing} is missing.`);
  const extra = positionals[wanted.length];
  if (extra !== undefined) throw new Misuse(`"${extra}" is one word too many.`);
  const text = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    words: positionals,
    env,
    text,
    flag: (option) => values[option] === true,
    count(option, fallback, min, max) {
      const given = text(option);
      if (given === undefined) return fallback;
      const number = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw new Misuse(`--${option} is "${given}", but a whole number from ${min} to ${max} is expected.`);
    },
    dataDir: () => resolveDataDir(env, text('data')),
    config: () => loadConfig(env, text('data')),
    print: (line) => void process.stdout.write(`${line}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
  };
}

function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...SHARED, ...command.options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    throw new Misuse(error instanceof Error ? firstSentence(error.message) : 'The options cannot be read.');
  }
}

function firstSentence(message: string): string {
  return `${message.split(/\. |\n/)[0]}.`;
}

function sentenceFor(error: unknown): string {
  if (error instanceof SettingError || error instanceof OperatorError || error instanceof Failure) {
    return error.message;
  }
  if (!(error instanceof Error)) return String(error);
  // The system's own words name the file; a trail through our code would only hide them.
  return 'syscall' in error ? `${error.message}.` : (error.stack ?? error.message);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map((command) => usageOf(command).length));
  const lines = COMMANDS.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
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

function usageOf(command: Command): string {
  return [command.name, ...(command.words ?? [])].join(' ');
}

function helpOf(command: Command): string {
  return `padel-club ${usageOf(command)} [options]: ${command.summary}

${command.help.trim()}
  --data DIR   the data folder (default: $DATA_DIR or ./data)

Example
  ${command.example}
`;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function misuse(message: string, help: string): number {
  process.stderr.write(`${message}\n\n${help}`);
  return 2;
}

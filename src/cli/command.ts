import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/load-config.ts';

/** The parsed command line and the output streams, as a command sees them. */
export interface CommandContext {
  positionals: readonly string[];
  getString(option: string): string | undefined;
  getBoolean(option: string): boolean;
  /** An integer from `min` to `max`, or `fallback` without the option. Throws `UsageError`. */
  getInteger(option: string, fallback: number, min: number, max: number): number;
  /** The folders that `--data` names; at most one, except for a command that takes several clubs. */
  dataDirs: readonly string[];
  /** The path of the data folder; the folder need not exist. */
  resolveDataDir(): string;
  /** Reads the settings; creates a missing data folder and its commented settings file. */
  loadConfig(): Config;
  /** Opens a file that the operator names, for reading; root has opened it already where only root may. */
  openInput(path: string): number;
  /** Creates a file that the operator names and that only its owner may read. */
  openOutput(path: string): number;
  env: Record<string, string | undefined>;
  /** Writes one line of the result to standard output. */
  print(line: string): void;
  /** Writes one line of progress or warning to standard error. */
  printStatus(line: string): void;
}

/** One command of the executable. `run` returns the exit code: 0 for success, 1 for failure. */
export interface Command {
  name: string;
  /** The names of the arguments in the usage line, such as `EMAIL`; one in brackets may be left out. */
  positionals?: readonly string[];
  summary: string;
  /** Whole lines, printed below the usage line. */
  help: string;
  example: string;
  options?: ParseArgsOptionsConfig;
  /** `--data` may be given for each of several clubs. */
  takesSeveralClubs?: boolean;
  /** Opens no data folder itself, so root stays root. */
  staysRoot?(context: CommandContext): boolean;
  /**
   * What the operator names outside of the data folder. Root opens or creates it before it becomes the owner of the
   * data folder, unless that user can change where the name leads.
   */
  named?(context: CommandContext): NamedPaths;
  /** Runs as the owner of the data folder when root has started the program. */
  run(context: CommandContext): number | Promise<number>;
}

export interface NamedPaths {
  input?: string | undefined;
  output?: string | undefined;
  /** A folder to create for the owner of the data folder. */
  folder?: string | undefined;
}

/** The command line is invalid: the program prints the usage and exits with code 2. */
export class UsageError extends Error {}

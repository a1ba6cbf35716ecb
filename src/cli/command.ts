import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/load-config.ts';

/** A command's view of the parsed command line and the output streams. */
export interface CommandContext {
  positionals: readonly string[];
  getString(option: string): string | undefined;
  getBoolean(option: string): boolean;
  /** An integer from `min` to `max`, or `fallback` if the option is missing. Throws `UsageError`. */
  getInteger(option: string, fallback: number, min: number, max: number): number;
  /** The folders given by `--data`; at most one, except for a command that takes several clubs. */
  dataDirs: readonly string[];
  /** The data folder's path; it need not exist. */
  resolveDataDir(): string;
  /** Reads the settings; creates a missing data folder with a commented settings file. */
  loadConfig(): Config;
  /** Opens a file named by the operator for reading; root has already opened it if only root may. */
  openInput(path: string): number;
  /** Creates a file named by the operator that only its owner can read. */
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
  /** Argument names for the usage line, such as `EMAIL`; one in brackets is optional. */
  positionals?: readonly string[];
  summary: string;
  /** Whole lines, printed below the usage line. */
  help: string;
  example: string;
  options?: ParseArgsOptionsConfig;
  /** `--data` may be repeated for several clubs. */
  takesSeveralClubs?: boolean;
  /** Doesn't open a data folder itself, so root stays root. */
  staysRoot?(context: CommandContext): boolean;
  /**
   * Paths outside the data folder that the operator names. Root opens or creates them before it becomes the owner of
   * the data folder, unless that user could redirect them.
   */
  named?(context: CommandContext): NamedPaths;
  /** Runs as the owner of the data folder if root started the program. */
  run(context: CommandContext): number | Promise<number>;
}

export interface NamedPaths {
  input?: string | undefined;
  output?: string | undefined;
  /** A folder to create for the owner of the data folder. */
  folder?: string | undefined;
}

/** Invalid command line: the program prints the usage and exits with code 2. */
export class UsageError extends Error {}

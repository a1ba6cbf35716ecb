import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/load-config.ts';

/** What a command is given: its checked words and options, the settings when it asks for them. */
export interface CommandContext {
  positionals: readonly string[];
  getString(option: string): string | undefined;
  getBoolean(option: string): boolean;
  /** A whole number from `min` to `max`, or `fallback` when the option was not given. Throws `Misuse`. */
  getInteger(option: string, fallback: number, min: number, max: number): number;
  /** The data folder, without looking at it. */
  resolveDataDir(): string;
  /** Settings and data folder; a missing folder is made with its commented settings file. */
  loadConfig(): Config;
  env: Record<string, string | undefined>;
  /** What the command was asked for: standard output, whole lines. */
  print(line: string): void;
  /** What is told beside it: progress, warnings. Standard error. */
  printStatus(line: string): void;
}

/** One command of the executable. Returns the exit code: 0 done, 1 failed. */
export interface Command {
  name: string;
  /** `EMAIL`, `FILE`: what follows the name. */
  positionals?: readonly string[];
  summary: string;
  /** Below the usage line; whole lines. */
  help: string;
  example: string;
  options?: ParseArgsOptionsConfig;
  run(context: CommandContext): number | Promise<number>;
}

/** Called in a way that cannot be meant; answered with the usage and exit code 2. */
export class UsageError extends Error {}

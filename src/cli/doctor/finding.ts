import type { Database } from 'bun:sqlite';
import type { Config } from '../../config/load-config.ts';

/** One line of the doctor's output. `fix` tells the operator what to do; `ok` has none. */
export interface Finding {
  status: 'ok' | 'warn' | 'fail';
  text: string;
  fix?: string;
}

export const ok = (text: string): Finding => ({ status: 'ok', text });
export const warn = (text: string, fix: string): Finding => ({ status: 'warn', text, fix });
export const fail = (text: string, fix: string): Finding => ({ status: 'fail', text, fix });

export interface CheckContext {
  config: Config;
  /** Epoch milliseconds. */
  now: number;
  /** Reads everything instead of a sample. */
  deep: boolean;
}

/** For a database that is intact and has this program's schema. */
export interface DatabaseCheckContext extends CheckContext {
  db: Database;
}

/** Examines one subject and returns what it found; changes nothing. */
export type Check<T> = (context: T) => Finding[] | Promise<Finding[]>;

import type { Config } from '../config/load-config.ts';
import { openLogFile } from './log-file.ts';

/** Must hold nothing personal: no names, addresses, tokens or query strings. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** The log on standard output. */
export interface OutputLog extends Log {
  /** Adds text for a person at the screen. */
  print(text: string): void;
  /** Resolves to false if the reader does not take the pending text within `timeoutMs`. */
  drain(timeoutMs: number): Promise<boolean>;
}

/** How many characters may wait for the reader. */
const BUFFER_CHARS = 256 * 1024;

/**
 * Opens the log on standard output, and in a file if one is named. A stalled reader must not stall the server: lines
 * that don't fit are dropped, and their number is logged once the reader resumes.
 */
export function openLog({ logFormat, logFile }: Pick<Config, 'logFormat' | 'logFile'>): OutputLog {
  const writeToFile = logFile ? openLogFile(logFile) : () => {};
  let waiting = '';
  /** In `waiting`, plus what the output has not taken yet. */
  let pendingChars = 0;
  let dropped = 0;
  // The reader is gone or the disk is full; the server carries on.
  process.stdout.on('error', () => {});
  const flush = () => {
    const text = waiting;
    waiting = '';
    writeToFile(text);
    process.stdout.write(text, () => {
      pendingChars -= text.length;
      if (pendingChars > 0 || dropped === 0) return;
      const lines = dropped;
      dropped = 0;
      log.error('log lines dropped', { lines });
    });
  };
  const writeLine = (line: string) => {
    if (dropped > 0 || pendingChars + line.length > BUFFER_CHARS) {
      dropped += 1;
      return;
    }
    // Requests of one turn of the event loop share a write.
    if (waiting === '') setImmediate(flush);
    waiting += line;
    pendingChars += line.length;
  };
  const log = createLog(logFormat, writeLine);
  return {
    ...log,
    print: writeLine,
    async drain(timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (pendingChars > 0 && Date.now() < deadline) await Bun.sleep(5);
      return pendingChars === 0;
    },
  };
}

/** A log in JSON, or in text for people. `writeLine` receives whole lines. */
export function createLog(format: 'json' | 'text', writeLine: (line: string) => void): Log {
  const time = () => new Date().toISOString();
  const writeEvent = (level: 'info' | 'error', event: string, fields: LogFields = {}) => {
    if (format === 'json') {
      const rest = JSON.stringify(fields).slice(1);
      return writeLine(
        `{"time":"${time()}","level":"${level}","event":${JSON.stringify(event)}${rest === '}' ? '' : ','}${rest}\n`,
      );
    }
    const pairs = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`);
    writeLine(`${time()} ${level === 'error' ? 'ERROR ' : ''}${event} ${pairs.join(' ')}\n`);
  };
  return {
    info: (event, fields) => writeEvent('info', event, fields),
    error: (event, fields) => writeEvent('error', event, fields),
  };
}

/** An error's kind and place, without its message, which may hold personal values. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code = (error as { code?: unknown }).code;
  const at = error.stack
    ?.split('\n')
    .slice(1, 4)
    .map((part) => part.trim())
    .join(' < ');
  return { kind: error.name, code: code === undefined ? undefined : String(code), at };
}

/** Fields of a log line must hold nothing personal: no names, addresses, tokens or query strings. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** The log on the standard output. */
export interface OutputLog extends Log {
  /** Adds text for a person at the screen. */
  print(text: string): void;
  /** Resolves to false when the reader does not take what waits within `timeoutMs`. */
  drain(timeoutMs: number): Promise<boolean>;
}

/** Characters of lines that may wait for the reader. */
const BUFFER_CHARS = 256 * 1024;

/**
 * Opens the log on the standard output. A reader that has stopped must not stop the server: lines that find no room
 * are dropped, and their number is written as soon as the reader takes lines again.
 */
export function openLog(format: 'json' | 'text'): OutputLog {
  let waiting = '';
  /** Of `waiting` and of what the output has not taken yet. */
  let pendingChars = 0;
  let dropped = 0;
  // The reader is gone or the disk is full; the server goes on.
  process.stdout.on('error', () => {});
  const flush = () => {
    const text = waiting;
    waiting = '';
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
    // The requests of one turn of the event loop share a write.
    if (waiting === '') setImmediate(flush);
    waiting += line;
    pendingChars += line.length;
  };
  const log = createLog(format, writeLine);
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

/** A log in JSON or in text for people. `writeLine` receives whole lines. */
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

/** The kind and place of an error, without its message, which may hold personal values. */
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

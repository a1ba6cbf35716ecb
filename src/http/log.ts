import { writeSync } from 'node:fs';

/** One line a fact. Fields must hold nothing personal: no names, addresses, tokens or query strings. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Lines for a machine (`json`) or for a person. `write` takes whole lines. */
export function createLog(format: 'json' | 'text', write: (writeLine: string) => void): Log {
  const time = createTimestampCache();
  const writeLine = (level: 'info' | 'error', event: string, fields: LogFields = {}) => {
    if (format === 'json') {
      const rest = JSON.stringify(fields).slice(1);
      return write(
        `{"time":"${time()}","level":"${level}","event":${JSON.stringify(event)}${rest === '}' ? '' : ','}${rest}\n`,
      );
    }
    const pairs = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`);
    write(`${time()} ${level === 'error' ? 'ERROR ' : ''}${event} ${pairs.join(' ')}\n`);
  };
  return {
    info: (event, fields) => writeLine('info', event, fields),
    error: (event, fields) => writeLine('error', event, fields),
  };
}

/** The time in ISO 8601. Many lines share a millisecond, and writing it out costs as much as the rest of a line. */
function createTimestampCache(): () => string {
  let cachedMs = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== cachedMs) {
      cachedMs = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

/** Lines wait this long, in milliseconds, so that many share one write. */
const FLUSH_DELAY_MS = 50;
/** Bytes of lines that may wait. */
const BUFFER_BYTES = 64 * 1024;

/**
 * A writer to a file descriptor that gathers lines: a busy server would else spend more on its log than on
 * its answers. What has gathered is written when the process ends, too.
 */
export function createBufferedWriter(fd: number): (line: string) => void {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let bufferedBytes = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writeAll(fd, buffer.subarray(0, bufferedBytes));
    bufferedBytes = 0;
  };
  process.on('exit', flush);
  return (line) => {
    // A character takes at most three bytes.
    const maxBytes = line.length * 3;
    if (bufferedBytes + maxBytes > BUFFER_BYTES) flush();
    if (maxBytes > BUFFER_BYTES) return writeAll(fd, Buffer.from(line));
    bufferedBytes += buffer.write(line, bufferedBytes);
    if (!timer) {
      timer = setTimeout(flush, FLUSH_DELAY_MS);
      timer.unref();
    }
  };
}

/** A full pipe gets a moment to be read; a log that nobody reads must not hold up the club. */
function writeAll(fd: number, bytes: Buffer): void {
  let remaining = bytes;
  for (let attempts = 0; remaining.length > 0 && attempts < 100; attempts += 1) {
    try {
      remaining = remaining.subarray(writeSync(fd, remaining));
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') return;
      Bun.sleepSync(1);
    }
  }
}

/** The kind and place of an error, without the values its message may carry. */
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

import { write, writeSync } from 'node:fs';

/** Fields of a log line must hold nothing personal: no names, addresses, tokens or query strings. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Opens the log on a file descriptor; `drain` writes what waits, `print` adds text for a person at the screen. */
export function openLog(
  format: 'json' | 'text',
  fd: number,
): Log & Pick<LogWriter, 'drain'> & { print: (text: string) => void } {
  const writer = createLogWriter(fd, (lines) => log.error('log lines dropped', { lines }));
  const log = createLog(format, writer.write);
  return { ...log, drain: writer.drain, print: writer.write };
}

/** A log in JSON or in text for people. `writeLine` receives whole lines. */
export function createLog(format: 'json' | 'text', writeLine: (line: string) => void): Log {
  const time = createTimestampCache();
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

/** The time in ISO 8601, kept for a millisecond because formatting it costs as much as the rest of a line. */
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

/** Milliseconds until the next attempt to write to a full non-blocking descriptor. */
const RETRY_DELAY_MS = 50;
/** Milliseconds from one write to the next; waking the other thread for a line costs as much as half a request. */
const WRITE_INTERVAL_MS = 10;
/** Characters of lines that may wait for the reader; at most as many again are on their way to it. */
const BUFFER_CHARS = 256 * 1024;

export interface LogWriter {
  write(line: string): void;
  /** Writes what waits; resolves to false when the reader does not take it within `timeoutMs`. */
  drain(timeoutMs: number): Promise<boolean>;
}

/**
 * Writes lines to a file descriptor from another thread, because a pipe whose reader has stopped blocks the
 * writer. Lines that arrive during a write or shortly after it share the next one. Lines that find no room in the buffer are
 * dropped; `onDropped` is called with their number as soon as the reader takes lines again.
 */
export function createLogWriter(fd: number, onDropped: (lines: number) => void): LogWriter {
  let waiting = '';
  let dropped = 0;
  let isWriting = false;
  let isScheduled = false;
  let lastWriteAt = -WRITE_INTERVAL_MS;

  const flush = () => {
    isScheduled = false;
    if (isWriting || waiting === '') return;
    isWriting = true;
    lastWriteAt = performance.now();
    const bytes = Buffer.from(waiting);
    waiting = '';
    writeBytes(fd, bytes, () => {
      isWriting = false;
      const lines = dropped;
      dropped = 0;
      if (lines > 0) {
        // What waits is older than the dropped lines, so it is written before their number.
        flush();
        onDropped(lines);
      } else if (waiting) scheduleFlush();
    });
  };
  const scheduleFlush = () => {
    if (isScheduled || isWriting) return;
    isScheduled = true;
    const delayMs = lastWriteAt + WRITE_INTERVAL_MS - performance.now();
    if (delayMs > 0) setTimeout(flush, delayMs);
    else setImmediate(flush);
  };
  // A write that has not returned means that no process reads the log; this process must still end.
  process.on('exit', () => {
    if (!isWriting && waiting) tryOrIgnore(() => writeSync(fd, waiting));
  });
  return {
    write(line) {
      if (dropped > 0 || waiting.length + line.length > BUFFER_CHARS) {
        dropped += 1;
        return;
      }
      waiting += line;
      scheduleFlush();
    },
    async drain(timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      for (flush(); isWriting && Date.now() < deadline; flush()) await Bun.sleep(5);
      return !isWriting;
    },
  };
}

/** Writes all bytes or gives up on the first error, such as a reader that is gone or a full disk. */
function writeBytes(fd: number, bytes: Buffer, done: () => void): void {
  write(fd, bytes, 0, bytes.length, null, (error, written) => {
    if (error && error.code !== 'EAGAIN') return done();
    const rest = bytes.subarray(error ? 0 : written);
    if (rest.length === 0) return done();
    // A non-blocking descriptor is full: try again soon.
    if (error) setTimeout(() => writeBytes(fd, rest, done), RETRY_DELAY_MS);
    else writeBytes(fd, rest, done);
  });
}

function tryOrIgnore(work: () => void): void {
  try {
    work();
  } catch {}
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

import { writeSync } from 'node:fs';

/** One line a fact. Fields must hold nothing personal: no names, addresses, tokens or query strings. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Lines for a machine (`json`) or for a person. `write` takes whole lines. */
export function createLog(format: 'json' | 'text', write: (line: string) => void): Log {
  const time = clock();
  const line = (level: 'info' | 'error', event: string, fields: LogFields = {}) => {
    if (format === 'json') {
      const rest = JSON.stringify(fields).slice(1);
      return write(
        `{"time":"${time()}","level":"${level}","event":${JSON.stringify(event)}${rest === '}' ? '' : ','}${rest}\n`,
      );
    }
    const words = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`);
    write(`${time()} ${level === 'error' ? 'ERROR ' : ''}${event} ${words.join(' ')}\n`);
  };
  return {
    info: (event, fields) => line('info', event, fields),
    error: (event, fields) => line('error', event, fields),
  };
}

/** The time in ISO 8601. Many lines share a millisecond, and writing it out costs as much as the rest of a line. */
function clock(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

/** Lines wait this long, in milliseconds, so that many share one write. */
const LINGER = 50;
/** Bytes of lines that may wait. */
const ROOM = 64 * 1024;

/**
 * A writer to a file descriptor that gathers lines: a busy server would else spend more on its log than on
 * its answers. What has gathered is written when the process ends, too.
 */
export function gatheringWriter(fd: number): (line: string) => void {
  const gathered = Buffer.allocUnsafe(ROOM);
  let length = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writeAll(fd, gathered.subarray(0, length));
    length = 0;
  };
  process.on('exit', flush);
  return (line) => {
    // A character takes at most three bytes.
    const most = line.length * 3;
    if (length + most > ROOM) flush();
    if (most > ROOM) return writeAll(fd, Buffer.from(line));
    length += gathered.write(line, length);
    if (!timer) {
      timer = setTimeout(flush, LINGER);
      timer.unref();
    }
  };
}

/** A full pipe gets a moment to be read; a log that nobody reads must not hold up the club. */
function writeAll(fd: number, bytes: Buffer): void {
  let rest = bytes;
  for (let tries = 0; rest.length > 0 && tries < 100; tries += 1) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
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

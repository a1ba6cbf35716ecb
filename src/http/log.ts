/** One line a fact. Fields must hold nothing personal: no names, addresses, tokens or query strings. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** Lines for a machine (`json`) or for a person. `write` takes whole lines. */
export function createLog(format: 'json' | 'text', write: (line: string) => void): Log {
  const line = (level: 'info' | 'error', event: string, fields: LogFields = {}) => {
    const time = new Date().toISOString();
    if (format === 'json') return write(`${JSON.stringify({ time, level, event, ...fields })}\n`);
    const words = Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`);
    write(`${time} ${level === 'error' ? 'ERROR ' : ''}${event} ${words.join(' ')}\n`);
  };
  return {
    info: (event, fields) => line('info', event, fields),
    error: (event, fields) => line('error', event, fields),
  };
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

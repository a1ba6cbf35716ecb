import type * as v from 'valibot';
import { Failure } from '../domain/failure.ts';
import { validate } from '../domain/validate.ts';

const JSON_LIMIT_BYTES = 64 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body of at most 64 KB. Passed to Elysia as `parse`, so that the framework neither guesses a type nor
 * echoes an unreadable body.
 */
export async function parseJsonBody({ request }: { request: Request }): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Failure('wrong_type', 'Please send JSON with the content type application/json.');
  }
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (!/^utf-?8$/i.test(charset) || !/^identity$/i.test(encoding)) {
    throw new Failure('wrong_type', 'Please send JSON as plain UTF-8, not compressed.');
  }
  const bytes = await readLimitedBody(request, JSON_LIMIT_BYTES);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new Failure('malformed', 'The request is not valid JSON.');
  }
}

/** Passed to Elysia as `parse` when the handler reads the body itself. */
export function skipBodyParsing(): object {
  return {};
}

/** The whole body; throws `too_large` as soon as it exceeds `limit` bytes. */
export async function readLimitedBody(request: Request, limit: number): Promise<Uint8Array> {
  try {
    return await readBodyBytes(request, limit);
  } catch (error) {
    if ((error as { name?: unknown } | null)?.name !== 'AbortError') throw error;
    // The client disconnected, which is not an internal error.
    throw new Failure('malformed', 'The request was interrupted before it was complete.');
  }
}

async function readBodyBytes(request: Request, limit: number): Promise<Uint8Array> {
  const most = limit < 1024 * 1024 ? `${Math.floor(limit / 1024)} KB` : `${limit / (1024 * 1024)} MB`;
  const tooLarge = () => new Failure('too_large', `Please send at most ${most}.`);
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) throw tooLarge();
  // The server never passes on more than `content-length` bytes, so there is no need to count.
  if (length !== null) return request.bytes();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** The validated input, or `invalid` with a sentence for each field. */
export function parseInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new Failure('invalid', 'Please send a JSON object.');
  }
  const result = validate(schema, input);
  if (result.ok) return result.value;
  const [first] = Object.entries(result.fields);
  throw new Failure(
    'invalid',
    first ? fieldErrorMessage(first) : 'Please check your information and try again.',
    {
      fields: result.fields,
    },
  );
}

function fieldErrorMessage([field, message]: [string, string]): string {
  // `body` stands in for field names that are not echoed.
  if (field === 'body') return 'The request has an unknown field.';
  return message.startsWith('This field')
    ? message.replace('This field', `The field "${field.slice(0, 40)}"`)
    : message;
}

import type { ChannelValues } from '../../domain/channel-settings.ts';
import { SendError } from './channel.ts';

const GRAPH_URL = 'https://graph.facebook.com';
const VERSION = 'v23.0';
/** Media lie on a host of their own. */
const MEDIA_HOST = 'lookaside.fbsbx.com';
/** More of an answer says nothing. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const SHORTEST_MEDIA_BYTES = 64;

/** The object, such as the club's number, is not there any more. */
const GONE = 33;
/** Of the codes that Meta documents, those that concern the club's account and number, so that every message fails alike. */
const OF_ACCOUNT = new Set([3, 10, GONE, 190, 131005, 131031, 131042, 133010, 368]);
const LIMITED = new Set([4, 80007, 130429, 131048]);
/** A pair of numbers that writes too often, and what Meta calls a fault of its own. */
const LATER = new Set([1, 2, 131000, 131016, 131056, 131057, 133004]);
/** The template is missing, is not approved any more, or takes other values. */
export const TEMPLATE_CODES = new Set([
  132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069,
]);

/** What Meta answers instead of a success. */
export class GraphError extends SendError {
  /** 0 when no answer came. */
  readonly code: number;

  constructor(code: number, kind: SendError['kind'], reason: string, retryAfterMs = 0) {
    super(kind, reason, retryAfterMs);
    this.name = 'GraphError';
    this.code = code;
  }
}

interface ErrorBody {
  error?: { code?: number; error_subcode?: number; message?: string; error_data?: { details?: string } };
}

/** Calls Meta's Graph API with the club's token. Redirects are not followed, so the token reaches no other host. */
export class Graph {
  readonly #settings: ChannelValues<'whatsapp'>;
  readonly #base: URL;

  constructor(settings: ChannelValues<'whatsapp'>) {
    this.#settings = settings;
    this.#base = new URL(settings.graph_url || GRAPH_URL);
  }

  get<T>(path: string, signal: AbortSignal): Promise<T> {
    return this.#call(path, { method: 'GET' }, signal);
  }

  post<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    return this.#call(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
  }

  /** A file that a customer sent, of at most `limit` bytes; only from Meta's own hosts. */
  async readMedia(mediaId: string, limit: number, signal: AbortSignal): Promise<Uint8Array> {
    const { url, file_size = 0 } = await this.get<{ url: string; file_size?: number }>(
      encodeURIComponent(mediaId),
      signal,
    ).catch((error: unknown) => {
      // Meta keeps it for 30 days.
      const isGone = error instanceof GraphError && error.code === GONE;
      throw isGone ? new SendError('refused', 'WhatsApp keeps the file no more') : error;
    });
    const address = URL.parse(url);
    const isOwn =
      address?.origin === this.#base.origin ||
      (!this.#settings.graph_url && address?.protocol === 'https:' && address.host === MEDIA_HOST);
    if (!address || !isOwn) throw new SendError('refused', 'the file is on another host');
    if (file_size > limit) throw new SendError('refused', 'the file is too large');
    const response = await this.#fetch(address, {}, signal);
    if (!response.ok)
      throw toGraphError(response, await readStart(response, MAX_ANSWER_BYTES).catch(() => ''));
    const bytes = await readAtMost(response, limit);
    if (bytes === null) throw new SendError('refused', 'the file is too large');
    if (bytes.byteLength < SHORTEST_MEDIA_BYTES) throw new SendError('refused', 'the file is empty');
    return bytes;
  }

  async #call<T>(path: string, init: RequestInit, signal: AbortSignal): Promise<T> {
    const response = await this.#fetch(new URL(`/${VERSION}/${path}`, this.#base), init, signal);
    let text: string;
    try {
      text = await readStart(response, MAX_ANSWER_BYTES);
    } catch (error) {
      throw unreachable(error);
    }
    if (!response.ok) throw toGraphError(response, text);
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new GraphError(0, 'unreachable', 'WhatsApp answered with something else than JSON');
    }
  }

  async #fetch(url: URL, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#settings.token}` };
    try {
      return await fetch(url, { ...init, headers, signal, redirect: 'error' });
    } catch (error) {
      throw unreachable(error);
    }
  }
}

function unreachable(error: unknown): GraphError {
  const code = (error as { code?: unknown }).code ?? (error as Error).name;
  return new GraphError(0, 'unreachable', `WhatsApp cannot be reached (${String(code)})`);
}

/** The reason of a refusal, with the code by which Meta's documents explain it. */
export function reasonOf({ code, message = '', error_data }: NonNullable<ErrorBody['error']>): string {
  return `WhatsApp: ${[error_data?.details || message, code].filter(Boolean).join(', ')}`;
}

function toGraphError(response: Response, text: string): GraphError {
  const { status } = response;
  const { error } = parse(text);
  // A number that the account has no more.
  const code = error?.error_subcode === GONE ? GONE : (error?.code ?? 0);
  const reason = error ? reasonOf(error) : `WhatsApp answered ${status}`;
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
  return new GraphError(code, kindOf(code, status), reason, retryAfterMs);
}

function kindOf(code: number, status: number): SendError['kind'] {
  if (LIMITED.has(code)) return 'limited';
  if (LATER.has(code)) return 'later';
  if (TEMPLATE_CODES.has(code)) return 'refused';
  // 200 to 299 are rights that the token lacks.
  if (OF_ACCOUNT.has(code)) return 'unreachable';
  if ((code >= 200 && code < 300) || status === 401 || status === 403) return 'unreachable';
  if (status === 429) return 'limited';
  return status >= 500 ? 'unreachable' : 'refused';
}

function parse(text: string): ErrorBody {
  try {
    return (JSON.parse(text) as ErrorBody | null) ?? {};
  } catch {
    return {};
  }
}

async function readStart(response: Response, limit: number): Promise<string> {
  const bytes = await readAtMost(response, limit);
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}

/** Null as soon as more than `limit` bytes have come. */
async function readAtMost(response: Response, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

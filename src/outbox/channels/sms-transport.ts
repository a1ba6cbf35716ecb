import { type Envelope, SendError } from './channel.ts';
import { assertTaken } from './gateway-answer.ts';

export interface SmsSettings {
  url: string;
  token: string;
  from: string;
  /**
   * Part of the answer with which a template's gateway accepts a message; if empty, any answer without an error
   * counts.
   */
  success: string;
}

/** There is nothing more to learn from a longer answer. */
const MAX_ANSWER_BYTES = 4096;

interface SmsTransport {
  /** Resolves with the gateway's answer. */
  send(
    message: { to: string; text: string },
    envelope: Pick<Envelope, 'message_id'>,
    signal: AbortSignal,
  ): Promise<string>;
}

/**
 * Sends text messages through a gateway. A URL that contains `{text}` is a template for a GET request, with `{to}`,
 * `{from}` and `{token}`; any other URL is called like Twilio's API.
 */
export function createSmsTransport(settings: SmsSettings): SmsTransport {
  const isTemplate = settings.url.includes('{text}');
  const request = isTemplate ? templateRequest : twilioRequest;
  return {
    async send(message, envelope, signal) {
      let response: Response;
      let answer: string;
      try {
        const { url, init } = request(settings, message);
        const headers = { ...init.headers, 'idempotency-key': envelope.message_id };
        response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
        answer = await readStart(response);
      } catch (error) {
        const code = (error as { code?: unknown }).code ?? (error as Error).name;
        throw new SendError('unreachable', `gateway unreachable (${String(code)})`);
      }
      if (!response.ok) throw toSendError(response, answer);
      if (isTemplate) assertTaken(answer, message.text, settings.success);
      return answer;
    },
  };
}

interface GatewayRequest {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}

function templateRequest(settings: SmsSettings, message: { to: string; text: string }): GatewayRequest {
  const values: Record<string, string> = { ...message, from: settings.from, token: settings.token };
  const url = settings.url.replace(/\{(to|text|from|token)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return { url, init: { method: 'GET', headers: {} } };
}

function twilioRequest(settings: SmsSettings, message: { to: string; text: string }): GatewayRequest {
  const accountSid = /\/Accounts\/([^/]+)\//.exec(settings.url)?.[1] ?? '';
  const credentials = settings.token.includes(':') ? settings.token : `${accountSid}:${settings.token}`;
  return {
    url: settings.url,
    init: {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: message.to, From: settings.from, Body: message.text }).toString(),
    },
  };
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
}

function toSendError(response: Response, answer: string): SendError {
  const { status } = response;
  const reason = `the gateway answered ${status} ${answer}`.trim();
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
  // 401 and 403 are about the gateway account, so every message would fail the same way.
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return new SendError('unreachable', reason, retryAfterMs);
  }
  if (status === 408 || status === 425) return new SendError('later', reason, retryAfterMs);
  return new SendError('refused', reason);
}

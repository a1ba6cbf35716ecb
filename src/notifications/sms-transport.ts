import { SendError, type SmsTransport } from './transport.ts';

export interface SmsSettings {
  url: string;
  token: string;
  from: string;
}

/**
 * Sends text messages through a gateway. A URL that contains `{text}` is a template for a GET request, with `{to}`,
 * `{from}` and `{token}`; any other URL is called like Twilio's API.
 */
export function createSmsTransport(settings: SmsSettings): SmsTransport {
  const request = settings.url.includes('{text}') ? templateRequest : twilioRequest;
  return {
    async send(message, envelope, signal) {
      let response: Response;
      try {
        const { url, init } = request(settings, message);
        const headers = { ...init.headers, 'idempotency-key': envelope.message_id };
        response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
        await response.body?.cancel();
      } catch (error) {
        const code = (error as { code?: unknown }).code ?? (error as Error).name;
        throw new SendError('unreachable', `gateway unreachable (${String(code)})`);
      }
      if (!response.ok) throw toSendError(response);
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

function toSendError(response: Response): SendError {
  const { status } = response;
  const reason = `the gateway answered ${status}`;
  const seconds = Number(response.headers.get('retry-after'));
  const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
  // 401 and 403 concern the gateway account, so every message fails alike.
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return new SendError('unreachable', reason, retryAfterMs);
  }
  if (status === 408 || status === 425) return new SendError('later', reason, retryAfterMs);
  return new SendError('refused', reason);
}

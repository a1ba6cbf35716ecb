import { SendFailure, type TextOutlet } from './outlet.ts';

export interface TextSettings {
  url: string;
  token: string;
  from: string;
}

/**
 * Text messages through a gateway. An address with `{to}` and `{text}` in it is called as it stands, with
 * `{from}` and `{token}` filled in too; any other address is spoken to as Twilio's API is.
 */
export function textOutlet(settings: TextSettings): TextOutlet {
  const request = settings.url.includes('{text}') ? placeholderRequest : twilioRequest;
  return {
    async send(message, stamp, signal) {
      let response: Response;
      try {
        const { url, init } = request(settings, message);
        const headers = { ...init.headers, 'idempotency-key': stamp.message_id };
        response = await fetch(url, { ...init, headers, signal, redirect: 'error' });
        await response.body?.cancel();
      } catch (error) {
        const code = (error as { code?: unknown }).code ?? (error as Error).name;
        throw new SendFailure('unreachable', `the gateway cannot be reached (${String(code)})`);
      }
      if (!response.ok) throw refusal(response);
    },
  };
}

interface GatewayRequest {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string };
}

function placeholderRequest(settings: TextSettings, message: { to: string; text: string }): GatewayRequest {
  const values: Record<string, string> = { ...message, from: settings.from, token: settings.token };
  const url = settings.url.replace(/\{(to|text|from|token)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return { url, init: { method: 'GET', headers: {} } };
}

function twilioRequest(settings: TextSettings, message: { to: string; text: string }): GatewayRequest {
  const account = /\/Accounts\/([^/]+)\//.exec(settings.url)?.[1] ?? '';
  const login = settings.token.includes(':') ? settings.token : `${account}:${settings.token}`;
  return {
    url: settings.url,
    init: {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(login).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: message.to, From: settings.from, Body: message.text }).toString(),
    },
  };
}

function refusal(response: Response): SendFailure {
  const { status } = response;
  const reason = `the gateway answered ${status}`;
  const seconds = Number(response.headers.get('retry-after'));
  const wait = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
  // 401 and 403 are about the account, not about this message.
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return new SendFailure('unreachable', reason, wait);
  }
  if (status === 408 || status === 425) return new SendFailure('later', reason, wait);
  return new SendFailure('refused', reason);
}

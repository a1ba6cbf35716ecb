import { Elysia } from 'elysia';
import type { ChannelValues } from '../domain/channel-settings.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { isValidSignature } from '../http/hmac-signature.ts';
import { isSameSignature } from '../http/link-signature.ts';
import { readLimitedBody, skipBodyParsing } from '../http/request-body.ts';
import { queryOf } from '../http/request-url.ts';
import type { Callbacks } from './callbacks.ts';

/** Meta's own bound of a callback. */
const CALLBACK_MAX_BYTES = 3 * 1024 * 1024;

/** What Meta calls: once to see that the address is the club's, then with whatever happens. */
export function webhookRoutes({ guard }: Base, settings: ChannelValues<'whatsapp'>, callbacks: Callbacks) {
  return new Elysia({ name: 'whatsapp webhook' })
    .use(guard)
    .get(
      '/api/whatsapp',
      ({ request, set }) => {
        const query = Object.fromEntries(queryOf(request));
        const isKnown =
          settings.verify_token !== '' &&
          query['hub.mode'] === 'subscribe' &&
          isSameSignature(query['hub.verify_token'] ?? '', settings.verify_token);
        if (!isKnown) throw new Failure('forbidden', 'This is not the verify token of the club.');
        set.headers['content-type'] = 'text/plain; charset=utf-8';
        set.headers['cache-control'] = 'no-store';
        return (query['hub.challenge'] ?? '').slice(0, 200);
      },
      { access: 'anyone' },
    )
    .post(
      '/api/whatsapp',
      async ({ request, set }) => {
        const bytes = await readLimitedBody(request, CALLBACK_MAX_BYTES);
        const [, signature = ''] =
          /^sha256=(.+)$/.exec(request.headers.get('x-hub-signature-256') ?? '') ?? [];
        if (!isValidSignature(signature, 'sha256', settings.app_secret, bytes))
          throw new Failure('forbidden', 'The signature is missing or wrong.');
        await callbacks.store(decode(bytes));
        set.headers['cache-control'] = 'no-store';
        return { received: true as const };
      },
      { access: 'anyone', parse: skipBodyParsing },
    );
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    throw new Failure('malformed', 'The request could not be read.');
  }
}

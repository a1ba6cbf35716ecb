import { Elysia } from 'elysia';
import { messageReadSchema } from '../domain/admin-inputs.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { contactSchema, messageSent } from '../domain/contact-form.ts';
import type { Base } from '../http/base.ts';
import { parsePageQuery } from '../http/pagination.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { Settings } from '../settings/settings.ts';
import type { ContactStore } from './store.ts';

const MESSAGES_PER_IP = { limit: 20, window: 10 * 60_000 };

/** Visitors send messages; admins list them and mark them as read. */
export function contactRoutes(
  { guard, club, getClientIp, now }: Base,
  { messages, settings }: { messages: ContactStore; settings: Pick<Settings, 'facts'> },
) {
  const messagesByIp = new RateLimiter(MESSAGES_PER_IP, now);
  return new Elysia({ name: 'contact' })
    .use(guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/contact',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/contact'>> => {
        messagesByIp.consume(getClientIp({ request, server }));
        const input = parseInput(contactSchema, body);
        // Don't tell bots that they were detected.
        if (!input.website) await club.write((tx) => messages.create(tx, input));
        set.status = 201;
        return { message: messageSent(settings.facts()).text };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/admin/messages',
      ({ query }): ApiAnswer<'GET /api/admin/messages'> => ({
        data: messages.list({ ...parsePageQuery(query), unread: query.unread === '1' }),
      }),
      { access: 'staff' },
    )
    .put(
      '/api/admin/messages/:id',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/messages/:id'>> => {
        const { read } = parseInput(messageReadSchema, body);
        const message = await club.write((tx) =>
          messages.setRead(tx, parseIdOrZero(params.id), read, actorOf(session)),
        );
        return { data: { message } };
      },
      { access: 'staff', parse: parseJsonBody },
    );
}

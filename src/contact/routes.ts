import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { messageReadSchema } from '../domain/admin-inputs.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { contactSchema, MESSAGE_SENT } from '../domain/contact-form.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parsePageQuery } from '../http/pagination.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { ContactStore } from './store.ts';

/** Visitors send messages; admins list them and mark them as read. */
export function contactRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  messages: ContactStore;
  /** Counts a visitor's message, or throws `rate_limited`. */
  assertRateLimit: (context: RequestContext) => void;
}) {
  const { club, messages } = deps;
  return new Elysia({ name: 'contact' })
    .use(deps.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/contact',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/contact'>> => {
        deps.assertRateLimit({ request, server });
        const input = parseInput(contactSchema, body);
        // Do not tell bots that they were detected.
        if (!input.website) await club.write((tx) => messages.create(tx, input));
        set.status = 201;
        return { message: MESSAGE_SENT.text };
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
      async ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/messages/:id'>> => {
        const { read } = parseInput(messageReadSchema, body);
        const message = await club.write((tx) => messages.setRead(tx, parseIdOrZero(params.id), read));
        return { data: { message } };
      },
      { access: 'staff', parse: parseJsonBody },
    );
}

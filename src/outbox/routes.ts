import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { isMessageState, MESSAGE_STATES, type OutboxPage } from '../domain/outbox-message.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { OutboxFilter, OutboxList } from './outbox-list.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** Admins list the outbox and retry messages. */
export function outboxRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  outbox: OutboxList;
  mail: OutboxPage['mail'];
  sms: OutboxPage['sms'];
}) {
  const listPage = (query: Record<string, string | undefined>): OutboxPage => ({
    ...deps.outbox.list(parseFilter(query)),
    counts: deps.outbox.countByState(),
    mail: deps.mail,
    sms: deps.sms,
  });
  return new Elysia({ name: 'outbox' })
    .use(deps.guard)
    .get(
      '/api/admin/outbox',
      ({ query }): ApiAnswer<'GET /api/admin/outbox'> => ({ data: listPage(query) }),
      { access: 'staff' },
    )
    .post(
      '/api/admin/outbox/:id/retry',
      async ({ params, session }): Promise<ApiAnswer<'POST /api/admin/outbox/:id/retry'>> => {
        const id = parseWholeNumber(params.id);
        if (id === undefined) throw new Failure('not_found', 'There is no message with this number.');
        return { data: await deps.club.write((tx) => deps.outbox.retry(tx, id, actorOf(session))) };
      },
      { access: 'staff' },
    );
}

function parseFilter(query: Record<string, string | undefined>): OutboxFilter {
  for (const name of ['limit', 'booking_id', 'cursor'] as const) {
    if (query[name] && parseWholeNumber(query[name]) === undefined) {
      throw invalidField(name, 'Please send a whole number.');
    }
  }
  const filter: OutboxFilter = {
    limit: Math.min(parseWholeNumber(query.limit) || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
  };
  const bookingId = parseWholeNumber(query.booking_id);
  if (bookingId !== undefined) filter.booking_id = bookingId;
  const cursor = parseWholeNumber(query.cursor);
  if (cursor !== undefined) filter.cursor = cursor;
  if (query.state) {
    if (!isMessageState(query.state)) {
      throw invalidField('state', `The state must be one of ${MESSAGE_STATES.join(', ')}.`);
    }
    filter.state = query.state;
  }
  return filter;
}

function parseWholeNumber(text: string | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

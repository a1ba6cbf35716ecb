import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { isMessageState, type OutboxPage } from '../domain/outbox-message.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { OutboxFilter, OutboxList } from './outbox-list.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

/** The desk's page of messages: what went out, what waits, what failed. */
export function outboxRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  outbox: OutboxList;
  mail: OutboxPage['mail'];
  sms: OutboxPage['sms'];
}) {
  return new Elysia({ name: 'notices' })
    .use(deps.guard)
    .get(
      '/api/admin/notices',
      ({ query, set }) => {
        set.headers['cache-control'] = 'no-store';
        const page = deps.outbox.list(parseFilter(query));
        return { data: { ...page, counts: deps.outbox.countByState(), mail: deps.mail, sms: deps.sms } };
      },
      { access: 'admin' },
    )
    .post(
      '/api/admin/notices/:id/retry',
      async ({ params, session, set }) => {
        set.headers['cache-control'] = 'no-store';
        const id = parseWholeNumber(params.id);
        if (id === undefined) throw new Failure('not_found', 'There is no message with this number.');
        return { data: await deps.club.write((tx) => deps.outbox.retry(tx, id, actorOf(session))) };
      },
      { access: 'admin' },
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
      throw invalidField('state', 'A message is queued, sent, failed or withdrawn.');
    }
    filter.state = query.state;
  }
  return filter;
}

function parseWholeNumber(text: string | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

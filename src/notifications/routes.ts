import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { isMessageState, type OutboxPage } from '../domain/outbox-message.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import type { NoticeDesk, NoticeFilter } from './notice-list.ts';

const PAGE = 50;
const LARGEST_PAGE = 200;

/** The desk's page of messages: what went out, what waits, what failed. */
export function noticeRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  desk: NoticeDesk;
  mail: OutboxPage['mail'];
  sms: OutboxPage['sms'];
}) {
  return new Elysia({ name: 'notices' })
    .use(deps.guard)
    .get(
      '/api/admin/notices',
      ({ query, set }) => {
        set.headers['cache-control'] = 'no-store';
        const page = deps.desk.list(filterOf(query));
        return { data: { ...page, counts: deps.desk.counts(), mail: deps.mail, sms: deps.sms } };
      },
      { access: 'admin' },
    )
    .post(
      '/api/admin/notices/:id/retry',
      async ({ params, session, set }) => {
        set.headers['cache-control'] = 'no-store';
        const id = wholeNumber(params.id);
        if (id === undefined) throw new Failure('not_found', 'There is no message with this number.');
        return { data: await deps.club.write((tx) => deps.desk.retry(tx, id, actorOf(session))) };
      },
      { access: 'admin' },
    );
}

function filterOf(query: Record<string, string | undefined>): NoticeFilter {
  for (const name of ['limit', 'booking_id', 'cursor'] as const) {
    if (query[name] && wholeNumber(query[name]) === undefined) {
      throw invalidField(name, 'Please send a whole number.');
    }
  }
  const filter: NoticeFilter = { limit: Math.min(wholeNumber(query.limit) || PAGE, LARGEST_PAGE) };
  const booking = wholeNumber(query.booking_id);
  if (booking !== undefined) filter.booking_id = booking;
  const cursor = wholeNumber(query.cursor);
  if (cursor !== undefined) filter.cursor = cursor;
  if (query.state) {
    if (!isMessageState(query.state)) {
      throw invalidField('state', 'A message is queued, sent, failed or withdrawn.');
    }
    filter.state = query.state;
  }
  return filter;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { OutboxMessageView, OutboxPage } from '../domain/api/outbox-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { isMessageState, MESSAGE_STATES } from '../domain/outbox-message.ts';
import { actorOf, type SessionGuard } from '../http/session-guard.ts';
import { channelOf } from '../outbox/channels/table.ts';
import type { OutboxRow } from '../outbox/outbox.ts';
import { type OutboxFilter, type OutboxList, stateOf } from '../outbox/outbox-list.ts';
import { findMessage } from './messages/table.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

export function outboxRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  list: OutboxList;
  mail: OutboxPage['mail'];
  sms: OutboxPage['sms'];
}) {
  const listPage = (query: Record<string, string | undefined>): OutboxPage => {
    const { rows, next_cursor } = deps.list.list(parseFilter(query));
    return {
      messages: rows.map(toView),
      next_cursor,
      counts: deps.list.countByState(),
      mail: deps.mail,
      sms: deps.sms,
    };
  };
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
        return { data: toView(await deps.club.write((tx) => deps.list.retry(tx, id, actorOf(session)))) };
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

/** Leaves out `details`, which contain links that open accounts. */
function toView(row: OutboxRow): OutboxMessageView {
  return {
    id: row.id,
    kind: row.kind,
    label: findMessage(row.kind)?.label ?? row.kind,
    channel: row.channel,
    channel_label: channelOf(row.channel).label,
    passed_from: row.passed_from === null ? null : channelOf(row.passed_from).label,
    audience: row.audience,
    booking_id: row.booking_id,
    recipient: row.recipient,
    state: stateOf(row),
    reason: row.reason,
    attempts: row.attempts,
    created_at: clubTimestamp(row.created_at),
    due_at: row.state === 'queued' ? dueAt(row) : null,
    settled_at: row.settled_at === null ? null : clubTimestamp(row.settled_at),
  };
}

function dueAt(row: OutboxRow): string {
  return clubTimestamp(Math.max(row.created_at, row.not_before, row.next_at));
}

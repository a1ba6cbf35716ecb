import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import { courtNotFound } from '../courts/store.ts';
import type { Transaction } from '../db/club-db.ts';
import type { CalendarFeed } from '../domain/api/feed-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { addDays, businessDayOf } from '../domain/business-day.ts';
import { type NewFeed, newFeedSchema } from '../domain/calendar-feed.ts';
import { Failure } from '../domain/failure.ts';
import type { Events } from '../events/module.ts';
import type { Base } from '../http/base.ts';
import { CachedResponse } from '../http/cached-response.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createCoachFile, createFeedFile } from './feed-file.ts';
import { FeedStore } from './store.ts';

/** A calendar asks every few minutes at most; the limit also bounds guessing of keys. */
const REQUESTS_PER_IP_AND_FEED = { limit: 60, window: 10 * 60_000 };
const PAST_DAYS = 14;

/**
 * Club calendars that owners and coaches subscribe to, with their keys on the dashboard; owners are told about new
 * ones.
 */
export function feedRoutes(
  { guard, club, config, headers: securityHeaders, getClientIp, now }: Base,
  { courtBookings, closures, services }: Bookings,
  events: Events,
  outbox: Outbox,
) {
  const { settings, courts, users } = services;
  const feeds = new FeedStore(club.db);
  club.onEventInTransaction((event, tx) => {
    if (event.kind !== 'user.logged_out_everywhere' || !event.ends_feeds) return;
    feeds.revokeAllOf(tx, event.user_id, { kind: 'admin', user_id: event.user_id });
  });
  const tellOwners = (tx: Transaction, { label, audience }: NewFeed, addedBy: string) => {
    for (const { id, email, name } of users.listOwners()) {
      outbox.enqueueAccountMessage(tx, {
        kind: 'feed_added',
        user_id: id,
        email,
        name,
        added_by: addedBy,
        label,
        has_customers: audience === 'owner',
      });
    }
  };
  const requests = new RateLimiter(REQUESTS_PER_IP_AND_FEED, now);
  const renderFeed = (feed: CalendarFeed) => {
    const from = addDays(businessDayOf(now()), -PAST_DAYS);
    const content = {
      bookings: feed.content === 'bookings' ? courtBookings.listFrom(from, feed.court_id) : [],
      closures: closures.listFrom(from, feed.court_id),
      sessions: feed.content === 'bookings' ? events.store.listFrom(from, feed.court_id) : [],
      courts: courts.listAll(),
    };
    return createFeedFile(feed, content, settings.facts());
  };
  const findCoach = (id: number, key: string) => {
    const coach = events.coaches.find(id);
    return coach?.active === 1 && events.keys.isCoachFeed(coach, key) ? coach : null;
  };
  /** A coach's own classes with their players and no money, and the coach's other hours. */
  const renderCoachFeed = ({ id, name }: { id: number; name: string }) => {
    const from = addDays(businessDayOf(now()), -PAST_DAYS);
    const classes = events.coaches.sessionsFrom(id, from).flatMap((sessionId) => {
      const session = events.store.requireSession(sessionId);
      const event = events.store.require(session.event_id);
      if (event.state === 'draft') return [];
      const players = events.views.playersAt(event, session).map(({ name }) => name);
      return { ...events.views.session(session), title: event.title, players };
    });
    const busy = events.coaches.busyFrom(id, from);
    return createCoachFile(name, { classes, busy }, settings.facts());
  };
  const noSuchFeed = () => new Failure('not_found', 'There is no calendar at this address.');

  return new Elysia({ name: 'feeds' })
    .use(guard)
    .get(
      '/calendar/:file',
      async ({ params, request, server }) => {
        requests.consume(getClientIp({ request, server }));
        const [, coachId, coachKey = ''] = /^coach-(\d{1,15})-([\w-]{32})\.ics$/.exec(params.file) ?? [];
        const [, key] = /^([\w-]{43})\.ics$/.exec(params.file) ?? [];
        const feed = key ? feeds.findByKey(key) : null;
        const coach = coachId ? findCoach(Number(coachId), coachKey) : null;
        // Wrong keys don't count for the feed, or a stranger could shut it.
        const render = feed ? () => renderFeed(feed) : coach && (() => renderCoachFeed(coach));
        if (!render) throw noSuchFeed();
        requests.consume(feed ? `feed ${feed.id}` : `coach ${coachId}`);
        const file = render();
        const headers = {
          ...securityHeaders(),
          'cache-control': 'private, no-cache',
          'x-robots-tag': 'noindex',
        };
        const type = 'text/calendar; charset=utf-8';
        return new CachedResponse(await file, { headers, type });
      },
      { access: 'anyone' },
    )
    .get(
      '/api/admin/feeds',
      ({ set }): ApiAnswer<'GET /api/admin/feeds'> => {
        set.headers['cache-control'] = 'no-store';
        return { data: { feeds: feeds.list() } };
      },
      { access: 'owner' },
    )
    .post(
      '/api/admin/feeds',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/feeds'>> => {
        const input = parseInput(newFeedSchema, body);
        if (input.court_id !== null && courts.find(input.court_id) === null) throw courtNotFound();
        const { user } = requireSession(session);
        const { feed, key } = await club.write((tx) => {
          tellOwners(tx, input, user.name);
          return feeds.create(tx, input, user, actorOf(session));
        });
        set.status = 201;
        set.headers['cache-control'] = 'no-store';
        return { data: { feed, url: `${config.publicUrl}/calendar/${key}.ics` } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/feeds/:id',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/admin/feeds/:id'>> => {
        const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0;
        await club.write((tx) => feeds.revoke(tx, id, actorOf(session)));
        return { data: { id } };
      },
      { access: 'owner' },
    );
}

import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { type CalendarFeed, newFeedSchema } from '../domain/calendar-feed.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { CachedResponse } from '../http/cached-response.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { FeedStore } from './store.ts';

/** The feeds themselves, and their keys at the dashboard. */
export function feedRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  feeds: FeedStore;
  publicUrl: string;
  isCourt: (id: number) => boolean;
  renderFeed: (feed: CalendarFeed) => Promise<string>;
  /** Throws `rate_limited`. */
  assertRateLimit: (key: string) => void;
  getClientIp: ClientIpResolver;
  headers: () => Record<string, string>;
}) {
  const { club, feeds } = deps;
  const noSuchFeed = () => new Failure('not_found', 'There is no calendar at this address.');

  return new Elysia({ name: 'feeds' })
    .use(deps.guard)
    .get(
      '/calendar/:file',
      async ({ params, request, server }) => {
        deps.assertRateLimit(deps.getClientIp({ request, server }));
        const [, key] = /^([\w-]{43})\.ics$/.exec(params.file) ?? [];
        const feed = key ? feeds.findByKey(key) : null;
        if (!feed) throw noSuchFeed();
        deps.assertRateLimit(`feed ${feed.id}`);
        const headers = {
          ...deps.headers(),
          'cache-control': 'private, no-cache',
          'x-robots-tag': 'noindex',
        };
        const type = 'text/calendar; charset=utf-8';
        return new CachedResponse(await deps.renderFeed(feed), { headers, type });
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
        if (input.court_id !== null && !deps.isCourt(input.court_id))
          throw invalidField('court_id', 'There is no such court. Please choose another one.');
        const { user } = requireSession(session);
        const { feed, key } = await club.write((tx) => feeds.create(tx, input, user, actorOf(session)));
        set.status = 201;
        set.headers['cache-control'] = 'no-store';
        return { data: { feed, url: `${deps.publicUrl}/calendar/${key}.ics` } };
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

import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { joinEventSchema, ownMakeUpSchema } from '../domain/event.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { networkKeys } from '../http/client-ip.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { parseId, parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { SoleMoney } from '../payers/sole-money.ts';
import { joinEvent } from './join-event.ts';
import type { EventLife } from './life.ts';
import { ownMakeUps, setOwnMakeUp } from './make-up.ts';
import type { EventRow } from './store.ts';
import type { EventViews, ViewDeps } from './views.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const JOINS_PER_NETWORK = { limit: 60, window: HOUR_MS };
const MAKE_UPS_PER_NETWORK = { limit: 60, window: HOUR_MS };
/**
 * A stranger can write to any mailbox with this; counted per network, so that the stranger doesn't lock out the
 * owner.
 */
const JOINS_PER_CONTACT_AND_NETWORK = { limit: 10, window: HOUR_MS };

/** Players find an event and join it without an account. */
export function eventRoutes(
  { club, guard, idempotency, getClientIp, now }: Base,
  { services, origins, access, keys: payerKeys }: Bookings,
  deps: ViewDeps & { views: EventViews; life: EventLife; soleMoney: SoleMoney },
) {
  const { views, sole } = deps;
  const joinsPerNetwork = new RateLimiter(JOINS_PER_NETWORK, now);
  const makeUpsPerNetwork = new RateLimiter(MAKE_UPS_PER_NETWORK, now);
  const joinsPerContact = new RateLimiter(JOINS_PER_CONTACT_AND_NETWORK, now);

  // Public and without a limit, so a stranger who asks all the time must not keep the server busy.
  const list = club.untilChanged(
    () => views.list(),
    () => Math.floor(now() / MINUTE_MS),
  );
  const requireEvent = (params: { id: string }, query: Record<string, string | undefined>): EventRow => {
    const event = views.find(parseIdOrZero(params.id), query.key ?? '');
    if (!event) throw new Failure('not_found', 'There is no event at this address.');
    return event;
  };

  return new Elysia({ name: 'events' })
    .use(guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get('/api/events', (): ApiAnswer<'GET /api/events'> => list(), { access: 'anyone' })
    .get(
      '/api/events/:id',
      ({ params, query }): ApiAnswer<'GET /api/events/:id'> => views.view(requireEvent(params, query)),
      { access: 'anyone' },
    )
    .post(
      '/api/events/:id/places',
      async ({
        params,
        query,
        body,
        request,
        server,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/events/:id/places'>> => {
        const ip = getClientIp({ request, server });
        joinsPerNetwork.consume(ip);
        const input = parseInput(joinEventSchema, body);
        joinsPerContact.consume(`event ${networkKeys(ip)[0]?.key} ${mailboxOf(input.email)}`);
        const user = session && !session.user.is_admin ? session.user : null;
        const key = readIdempotencyKey(request, session?.user.id ?? null, {
          action: 'join event',
          ...params,
          body,
        });
        const answer = await club.write((tx) =>
          idempotency.runOnce(tx, key, () => {
            const event = requireEvent(params, query);
            const ids = joinEvent(tx, { ...deps, services, origins }, event, input, { user, ip });
            return JSON.stringify({ ids });
          }),
        );
        const places = (JSON.parse(answer) as { ids: number[] }).ids.map((id) => sole.require(id));
        set.status = 201;
        return {
          places: places.map((payer) => ({
            id: payer.id,
            state: payer.state,
            charge: payer.charge,
            hold_until: payer.hold_until === null ? null : clubTimestamp(payer.hold_until),
            // A friend with their own address gets their link by email.
            ...(payer.email === places[0]?.email ? { join_url: payerKeys.payerUrl(payer) } : {}),
          })),
        };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/payers/:id/make-ups',
      ({ params, request, server, session }): ApiAnswer<'GET /api/payers/:id/make-ups'> =>
        ownMakeUps(deps, access.requirePayer(parseId(params.id), { request, server, session }), now()),
      { access: 'anyone' },
    )
    .put(
      '/api/payers/:id/make-ups',
      async ({
        params,
        body,
        request,
        server,
        session,
      }): Promise<ApiAnswer<'PUT /api/payers/:id/make-ups'>> => {
        const input = parseInput(ownMakeUpSchema, body);
        const context = { request, server, session };
        const find = () => access.requirePayer(parseId(params.id), context);
        makeUpsPerNetwork.consume(getClientIp(context));
        await club.write((tx) => setOwnMakeUp(tx, deps, find(), input));
        return ownMakeUps(deps, find(), now());
      },
      { access: 'anyone', parse: parseJsonBody },
    );
}

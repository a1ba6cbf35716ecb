import { Elysia } from 'elysia';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { Failure } from '../domain/failure.ts';
import { joinMatchSchema, matchDecisionSchema, openMatchSchema } from '../domain/match.ts';
import { BOOKING_KEY_HEADER, cancelBlock } from '../domain/self-service.ts';
import type { Base } from '../http/base.ts';
import { networkKeys, type RequestContext } from '../http/client-ip.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import { joinMatch } from '../matches/join-match.ts';
import { closeMatch, openMatch } from '../matches/open-match.ts';
import { parseBookingId } from '../payers/payer-access.ts';
import type { SelfServiceModules } from './booking-routes.ts';
import type { ChangeContext, ChangeOnce } from './change-once.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const JOINS_PER_NETWORK = { limit: 60, window: HOUR_MS };
/** Joining can send email to any mailbox. Counted per network, so that a stranger can't lock out its owner. */
const JOINS_PER_CONTACT_AND_NETWORK = { limit: 10, window: HOUR_MS };
const REPORTS_PER_NETWORK = { limit: 10, window: HOUR_MS };

/** A host opens places; strangers find a match and join it without an account. */
export function matchRoutes(base: Base, below: SelfServiceModules, changeOnce: ChangeOnce) {
  const { club, guard, idempotency, getClientIp, now } = base;
  const { access, origins, keys, services } = below.bookings;
  const { matches, contact } = below;
  const { bookings, settings } = services;
  const joinsPerNetwork = new RateLimiter(JOINS_PER_NETWORK, now);
  const joinsPerContact = new RateLimiter(JOINS_PER_CONTACT_AND_NETWORK, now);
  const reportsPerNetwork = new RateLimiter(REPORTS_PER_NETWORK, now);

  // Public and without a limit, so a stranger who asks all the time must not keep the server busy.
  const list = club.untilChanged(
    () => matches.views.list(),
    () => Math.floor(now() / MINUTE_MS),
  );
  const requireMatch = (params: { id: string }, query: Record<string, string | undefined>) => {
    const found = matches.views.find(parseIdOrZero(params.id), query.key ?? '');
    if (!found) throw new Failure('not_found', 'There is no open match at this address.');
    return found;
  };
  const findOwn = (context: ChangeContext) => (id: number) => access.require(id, bookings.find(id), context);
  const writeOptions = { access: 'anyone', parse: parseJsonBody } as const;

  return new Elysia({ name: 'matches' })
    .use(guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/booking/:id/open',
      async (context): Promise<ApiAnswer<'POST /api/booking/:id/open'>> => {
        const input = parseInput(openMatchSchema, context.body);
        const actor = actorOf(context.session);
        await changeOnce(context, 'open', BOOKING_KEY_HEADER, findOwn(context), (tx, booking) => {
          openMatch(tx, services, matches.store, booking, input, actor);
          return {};
        });
        const match = matches.views.ofBooking(bookings.require(parseBookingId(context.params.id)));
        if (!match) throw new Failure('wrong_state', 'This match was closed in the meantime.');
        context.set.status = 201;
        return { match };
      },
      writeOptions,
    )
    .put(
      '/api/booking/:id/open',
      async (context): Promise<ApiAnswer<'PUT /api/booking/:id/open'>> => {
        const { decision } = parseInput(matchDecisionSchema, context.body);
        await changeOnce(context, 'decide', BOOKING_KEY_HEADER, findOwn(context), (tx, booking) => {
          const { id } = booking;
          const block = cancelBlock(booking, tx.now);
          if (block) throw new Failure('wrong_state', `${block.title}. ${block.text}`);
          const match = matches.store.findByBooking(id);
          if (!match) throw new Failure('wrong_state', 'This booking has no open match.');
          if (decision === 'keep') matches.store.setDecideAt(tx, match.id, null);
          else closeMatch(tx, services, matches.store, booking);
          const action = decision === 'keep' ? 'match_kept' : 'match_closed';
          recordAuditEntry(tx, actorOf(context.session), action, 'booking', id);
          tx.emit({ kind: 'match.changed', booking_id: id });
          return {};
        });
        return { decision };
      },
      writeOptions,
    )
    .get('/api/matches', (): ApiAnswer<'GET /api/matches'> => list(), { access: 'anyone' })
    .get(
      '/api/matches/:id',
      ({ params, query }): ApiAnswer<'GET /api/matches/:id'> => {
        const { match, booking } = requireMatch(params, query);
        return matches.views.view(match, booking);
      },
      { access: 'anyone' },
    )
    .post(
      '/api/matches/:id/players',
      async ({
        params,
        query,
        body,
        request,
        server,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/matches/:id/players'>> => {
        const ip = getClientIp({ request, server });
        joinsPerNetwork.consume(ip);
        const input = parseInput(joinMatchSchema, body);
        joinsPerContact.consume(`match ${networkKeys(ip)[0]?.key} ${mailboxOf(input.email)}`);
        const user = session && !session.user.is_admin ? session.user : null;
        const key = readIdempotencyKey(request, session?.user.id ?? null, {
          action: 'join',
          ...params,
          body,
        });
        const answer = await club.write((tx) =>
          idempotency.runOnce(tx, key, () => {
            const found = requireMatch(params, query);
            const joining = { ...services, origins };
            return JSON.stringify({
              id: joinMatch(tx, joining, found, input, { user, ip }),
            });
          }),
        );
        const [, payer] = bookings.requirePart((JSON.parse(answer) as { id: number }).id);
        const { id, state, charge, hold_until } = payer;
        set.status = 201;
        return {
          payer: { id, state, charge, hold_until: hold_until === null ? null : clubTimestamp(hold_until) },
          join_url: keys.payerUrl(payer),
        };
      },
      writeOptions,
    )
    .post(
      '/api/matches/:id/report',
      async ({ params, query, ...context }): Promise<ApiAnswer<'POST /api/matches/:id/report'>> => {
        reportsPerNetwork.consume(getClientIp(context as RequestContext));
        const { match, booking } = requireMatch(params, query);
        const message = `A visitor reports match ${match.id}, booking ${booking.id}: ${match.text || 'it has no text'}`;
        const { email } = settings.facts();
        const report = { name: 'Report of a match', email, subject: 'other' as const, message };
        await club.write((tx) => contact.store.create(tx, report));
        return { reported: true };
      },
      { access: 'anyone' },
    );
}

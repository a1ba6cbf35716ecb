import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { isDate } from '../domain/business-day.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { WAITLIST_KEY_HEADER, wishSchema } from '../domain/waitlist.ts';
import type { Base } from '../http/base.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { confirmWish, createWish, leaveWish, requireWish, type WishDeps } from './join-waitlist.ts';
import { toOffer, toWish } from './store.ts';

const HOUR_MS = 60 * 60_000;
const WISHES_PER_NETWORK = { limit: 60, window: HOUR_MS };
/** A stranger can write to any mailbox with it. */
const WISHES_PER_CONTACT = { limit: 10, window: HOUR_MS };
const WRONG_KEYS_PER_NETWORK = { limit: 30, window: HOUR_MS };

/** Customers wait for a time, confirm, leave and read their offer; the reception sees who waits. */
export function waitlistRoutes({ guard, club, getClientIp, now }: Base, deps: WishDeps) {
  const { calendar, store, keys, offers } = deps;
  const wishesPerNetwork = new RateLimiter(WISHES_PER_NETWORK, now);
  const wishesPerContact = new RateLimiter(WISHES_PER_CONTACT, now);
  const wrongKeysPerNetwork = new RateLimiter(WRONG_KEYS_PER_NETWORK, now);

  const keyOf = ({ request }: RequestContext) => request.headers.get(WAITLIST_KEY_HEADER) ?? '';
  const refuse = (context: RequestContext): never => {
    if (keyOf(context)) wrongKeysPerNetwork.consume(getClientIp(context));
    throw new Failure('forbidden', 'This link does not work. Please use the link in our newest message.');
  };
  /** The number of a wish whose key the request has; throws `forbidden`. */
  const requireWishKey = (context: RequestContext & { params: { id: string } }): number => {
    const id = parseIdOrZero(context.params.id);
    return keys.matchesWish(id, keyOf(context)) && store.findWish(id) ? id : refuse(context);
  };
  const writeOptions = { access: 'anyone', parse: parseJsonBody } as const;

  return new Elysia({ name: 'waiting-list' })
    .use(guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/waitlist',
      async ({ body, request, server, session, set }): Promise<ApiAnswer<'POST /api/waitlist'>> => {
        wishesPerNetwork.consume(getClientIp({ request, server }));
        const input = parseInput(wishSchema, body);
        wishesPerContact.consume(`wish ${input.email ? mailboxOf(input.email) : input.phone}`);
        const wish = await club.write((tx) => createWish(tx, deps, input, session?.user ?? null));
        set.status = 201;
        return { wish: toWish(wish) };
      },
      writeOptions,
    )
    .get(
      '/api/waitlist/:id',
      ({ params, request, server }): ApiAnswer<'GET /api/waitlist/:id'> => {
        const id = requireWishKey({ params, request, server });
        return { wish: toWish(requireWish(store, id)) };
      },
      { access: 'anyone' },
    )
    .post(
      '/api/waitlist/:id/confirm',
      async ({ params, request, server }): Promise<ApiAnswer<'POST /api/waitlist/:id/confirm'>> => {
        const id = requireWishKey({ params, request, server });
        return { wish: toWish(await club.write((tx) => confirmWish(tx, deps, id))) };
      },
      { access: 'anyone' },
    )
    .delete(
      '/api/waitlist/:id',
      async ({ params, request, server }): Promise<ApiAnswer<'DELETE /api/waitlist/:id'>> => {
        const id = requireWishKey({ params, request, server });
        return { wish: toWish(await club.write((tx) => leaveWish(tx, deps, id))) };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/offers/:id',
      ({ params, request, server }): ApiAnswer<'GET /api/offers/:id'> => {
        const context = { params, request, server };
        const id = parseIdOrZero(params.id);
        const offer = keys.matchesOffer(id, keyOf(context)) ? store.findOffer(id) : null;
        const wish = offer && store.findWish(offer.waitlist_entry_id);
        if (!offer || !wish) return refuse(context);
        const { name, email, phone } = wish;
        // An offer whose time is over is ended by the job within a second.
        const state = offer.state === 'open' && offer.expires_at <= now() ? 'passed' : offer.state;
        return {
          offer: { ...toOffer({ ...offer, state }), name, email, phone, sms_updates: wish.sms_updates === 1 },
        };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/admin/waitlist',
      ({ query }): ApiAnswer<'GET /api/admin/waitlist'> => {
        const date = query.date ?? calendar.today();
        if (!isDate(date)) throw invalidField('date', 'Please choose a date that exists.');
        return { data: { wishes: store.listWishes(date) } };
      },
      { access: 'staff' },
    )
    .delete(
      '/api/admin/offers/:id',
      async ({ params }): Promise<ApiAnswer<'DELETE /api/admin/offers/:id'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => {
          const offer = store.findOffer(id);
          if (!offer) throw new Failure('not_found', 'There is no offer with this number.');
          if (offer.state !== 'open') throw new Failure('wrong_state', 'This offer has ended already.');
          offers.withdraw(tx, offer);
        });
        return { data: { id } };
      },
      { access: 'staff' },
    );
}

import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { chosenUpdates } from '../domain/consent.ts';
import { requireDate } from '../domain/date-range.ts';
import { Failure } from '../domain/failure.ts';
import { WAITLIST_KEY_HEADER, waitlistInputSchema } from '../domain/waitlist.ts';
import type { Base } from '../http/base.ts';
import { networkKeys, type RequestContext } from '../http/client-ip.ts';
import { parseIdOrZero } from '../http/parse-id.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import {
  confirmEntry,
  confirmForGuest,
  joinWaitlist,
  leaveWaitlist,
  requireEntry,
  type WaitlistDeps,
} from './join-waitlist.ts';
import { toEntry, toOffer } from './store.ts';

const HOUR_MS = 60 * 60_000;
const ENTRIES_PER_NETWORK = { limit: 60, window: HOUR_MS };
/** Joining can send email to any mailbox. Counted per network, so that a stranger can't lock out its owner. */
const ENTRIES_PER_CONTACT_AND_NETWORK = { limit: 10, window: HOUR_MS };
const WRONG_KEYS_PER_NETWORK = { limit: 30, window: HOUR_MS };

/** Customers ask for a time, confirm, leave and read their offer; the reception sees who is waiting. */
export function waitlistRoutes({ guard, club, getClientIp, now }: Base, deps: WaitlistDeps) {
  const { calendar, store, keys, offers } = deps;
  const entriesPerNetwork = new RateLimiter(ENTRIES_PER_NETWORK, now);
  const entriesPerContact = new RateLimiter(ENTRIES_PER_CONTACT_AND_NETWORK, now);
  const wrongKeysPerNetwork = new RateLimiter(WRONG_KEYS_PER_NETWORK, now);

  const keyOf = ({ request }: RequestContext) => request.headers.get(WAITLIST_KEY_HEADER) ?? '';
  const refuse = (context: RequestContext): never => {
    if (keyOf(context)) wrongKeysPerNetwork.consume(getClientIp(context));
    throw new Failure('forbidden', 'This link does not work. Please use the link in our newest message.');
  };
  /** The id of the waitlist entry whose key the request carries; throws `forbidden`. */
  const requireEntryKey = (context: RequestContext & { params: { id: string } }): number => {
    const id = parseIdOrZero(context.params.id);
    return keys.matchesEntry(id, keyOf(context)) && store.findEntry(id) ? id : refuse(context);
  };
  const writeOptions = { access: 'anyone', parse: parseJsonBody } as const;

  return new Elysia({ name: 'waitlist' })
    .use(guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/waitlist',
      async ({ body, request, server, session, set }): Promise<ApiAnswer<'POST /api/waitlist'>> => {
        const ip = getClientIp({ request, server });
        entriesPerNetwork.consume(ip);
        const input = parseInput(waitlistInputSchema, body);
        const contact = input.email ? mailboxOf(input.email) : input.phone;
        entriesPerContact.consume(`entry ${networkKeys(ip)[0]?.key} ${contact}`);
        const entry = await club.write((tx) => joinWaitlist(tx, deps, input, session?.user ?? null, ip));
        set.status = 201;
        return { entry: toEntry(entry) };
      },
      writeOptions,
    )
    .get(
      '/api/waitlist/:id',
      ({ params, request, server }): ApiAnswer<'GET /api/waitlist/:id'> => {
        const id = requireEntryKey({ params, request, server });
        const open = store.findOpenOfferOf(id);
        const view = open && open.expires_at > now() ? store.findOffer(open.id) : null;
        const held = view && toOffer(view);
        return {
          entry: toEntry(requireEntry(store, id)),
          offer: held && {
            court_name: held.court_name,
            slots: held.slots,
            expires_at: held.expires_at,
            // Whoever has the key of the entry reads the mailbox to which the link of the offer went.
            url: keys.offerUrl(held.id),
          },
        };
      },
      { access: 'anyone' },
    )
    .post(
      '/api/waitlist/:id/confirm',
      async ({ params, request, server }): Promise<ApiAnswer<'POST /api/waitlist/:id/confirm'>> => {
        const id = requireEntryKey({ params, request, server });
        return { entry: toEntry(await club.write((tx) => confirmEntry(tx, deps, id))) };
      },
      { access: 'anyone' },
    )
    .delete(
      '/api/waitlist/:id',
      async ({ params, request, server }): Promise<ApiAnswer<'DELETE /api/waitlist/:id'>> => {
        const id = requireEntryKey({ params, request, server });
        return { entry: toEntry(await club.write((tx) => leaveWaitlist(tx, deps, id))) };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/offers/:id',
      ({ params, request, server }): ApiAnswer<'GET /api/offers/:id'> => {
        const context = { params, request, server };
        const id = parseIdOrZero(params.id);
        const offer = keys.matchesOffer(id, keyOf(context)) ? store.findOffer(id) : null;
        const entry = offer && store.findEntry(offer.waitlist_entry_id);
        if (!offer || !entry) return refuse(context);
        const { name, email, phone } = entry;
        // The job ends an expired offer within a second.
        const state = offer.state === 'open' && offer.expires_at <= now() ? 'passed' : offer.state;
        return {
          offer: {
            ...toOffer({ ...offer, state }),
            name,
            email,
            phone,
            ...chosenUpdates(entry.consents),
          },
        };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/admin/waitlist',
      ({ query }): ApiAnswer<'GET /api/admin/waitlist'> => {
        const date = requireDate(query.date ?? calendar.today());
        return { data: { entries: store.listEntries(date) } };
      },
      { access: 'staff' },
    )
    .post(
      '/api/admin/waitlist/:id/confirm',
      async ({ params }): Promise<ApiAnswer<'POST /api/admin/waitlist/:id/confirm'>> => {
        const id = parseIdOrZero(params.id);
        await club.write((tx) => confirmForGuest(tx, deps, id));
        return { data: { id } };
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
          if (offer.state !== 'open') throw new Failure('wrong_state', 'This offer has already ended.');
          offers.withdraw(tx, offer);
        });
        return { data: { id } };
      },
      { access: 'staff' },
    );
}

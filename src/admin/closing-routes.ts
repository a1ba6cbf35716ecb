import { Elysia } from 'elysia';
import { closeCourts, closingPlacesOf, isClosingIn, listBookingsIn } from '../bookings/close-courts.ts';
import { listInTheWay } from '../bookings/in-the-way.ts';
import type { Bookings } from '../bookings/module.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { closingSchema, closingSpanSchema } from '../domain/closing.ts';
import type { Base } from '../http/base.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { Waitlist } from '../waitlist/module.ts';

/** Closing courts, along with everything booked or offered there. */
export function closingRoutes(
  { guard, club, now }: Base,
  { services, closures }: Bookings,
  waitlist: Waitlist,
) {
  const options = { access: 'staff', parse: parseJsonBody } as const;

  return new Elysia({ name: 'closing' })
    .use(guard)
    .post(
      '/api/admin/close-courts/preview',
      ({ body }): ApiAnswer<'POST /api/admin/close-courts/preview'> => {
        const span = parseInput(closingSpanSchema, body);
        const places = closingPlacesOf(services, closures, span, now());
        const booked = listBookingsIn(services, places);
        const in_the_way = listInTheWay(services, booked, now(), isClosingIn(places));
        return { data: { in_the_way, offers: waitlist.offers.listIn(places).length } };
      },
      options,
    )
    .post(
      '/api/admin/close-courts',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/close-courts'>> => {
        const input = parseInput(closingSchema, body);
        const closed = await club.write((tx) => {
          const places = closingPlacesOf(services, closures, input, tx.now);
          const endOffers = waitlist.offers.endIn(tx, places);
          const made = closeCourts(tx, services, closures, places, input, actorOf(session));
          endOffers();
          return made;
        });
        set.status = 201;
        return { data: { closures: closed } };
      },
      options,
    );
}

import { assertPlaceLimit } from '../bookings/booking-limits.ts';
import type { BookingOriginStore } from '../bookings/booking-origins.ts';
import { assertNotBlocked } from '../bookings/contact-blocks.ts';
import { assertJoinLimit } from '../bookings/contact-limits.ts';
import { assertCashAllowed } from '../bookings/no-show-policy.ts';
import type { BookingServices } from '../bookings/services.ts';
import type { Transaction } from '../db/club-db.ts';
import { SYSTEM_ACTOR } from '../db/club-event.ts';
import type { User } from '../domain/api/account-answers.ts';
import { mailboxOf } from '../domain/canonical-mailbox.ts';
import { type JoinEvent, sessionTimes } from '../domain/event.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { placeHeldUntil } from '../domain/match.ts';
import { joinerOf } from '../payers/joiner.ts';
import type { SoleMoney } from '../payers/sole-money.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import { placeDiscount } from './place-price.ts';
import type { EventRow } from './store.ts';
import { heldSessions, placesLeftOf, type ViewDeps } from './views.ts';

/** How many places in one event a mailbox may let lapse unpaid. */
const HOLDS_OF_AN_EVENT = 2;
/** A family and a friend: beyond this, places in one event for one mailbox go through the reception. */
const PLACES_OF_A_MAILBOX = 6;

export interface JoinDeps extends ViewDeps {
  services: BookingServices;
  origins: BookingOriginStore;
  soleMoney: SoleMoney;
}

/**
 * Takes a place, and one for a friend, or waits for what is not free. A place is held until money, a receipt or a
 * promise arrives. Returns the payers' ids, the player's own first.
 */
export function joinEvent(
  tx: Transaction,
  deps: JoinDeps,
  event: EventRow,
  input: JoinEvent,
  { user, ip }: { user: User | null; ip: string },
): number[] {
  const { store, sole, soleMoney, places, services, origins } = deps;
  const facts = services.settings.facts();
  const { phone: clubPhone } = facts;
  const [first] = heldSessions(store.sessionsOf(event));
  if (event.state === 'cancelled' || !first) throw new Failure('wrong_state', 'This event won’t take place.');
  if (event.join_until <= tx.now)
    throw new Failure('wrong_state', `Nobody can join this event any more. Questions? Call ${clubPhone}.`);
  if (input.price !== undefined && input.price !== event.price)
    throw new Failure('price_changed', 'The price has changed. Please look at it again.', {
      amount: event.price,
    });
  if (event.audience === 'children' && input.child === undefined)
    throw invalidField('child', 'This event is for children. Please enter the child’s name.');
  const payers = sole.listOf({ event_id: event.id });
  const wanted = input.friend ? 2 : 1;
  const free = placesLeftOf(deps, event, payers, tx.now);
  if (free < wanted && !input.wait)
    throw new Failure(
      'wrong_state',
      free === 0
        ? 'This event is full. You can wait for a place, or choose another event.'
        : 'Only one place is left. You can take it, and your friend waits for the next one.',
    );
  const contact = joinerOf(input, user, facts, tx.now);
  const { user_id } = contact;
  assertMayJoin(payers, { email: contact.email, user_id, wanted }, clubPhone);
  assertNotBlocked(tx.db, { typed: contact, user }, tx.now, clubPhone);
  if (user_id === null) assertJoinLimit(tx, services, { eventId: event.id, ip });
  if (input.method) assertOffered(tx, deps, contact, input.method);
  const keys = origins.keysOf(ip, contact, user);
  const discount = placeDiscount(services.items, event, first, user_id);
  const ownPrice = event.price - (discount?.amount ?? 0);
  if (input.own_price !== undefined && input.own_price !== ownPrice)
    throw new Failure('price_changed', `Your price is now ${formatPkr(ownPrice)}. Please look at it again.`, {
      amount: ownPrice,
    });
  const add = (who: { name: string; email: string; guardian: string; friend_of: number | null }): number => {
    assertPlaceLimit(services, keys, { event_id: event.id }, tx.now);
    const isFriend = who.friend_of !== null;
    const isFree = free > (isFriend ? 1 : 0);
    const price = isFriend ? event.price : ownPrice;
    // A friend with an address of their own decides alone.
    const method = isFree && price > 0 && who.email === contact.email ? (input.method ?? null) : null;
    const payer = sole.add(
      tx,
      { event_id: event.id },
      {
        state: isFree ? 'joined' : 'waiting',
        name: who.name,
        email: who.email,
        phone: isFriend ? '' : contact.phone,
        user_id: isFriend ? null : user_id,
        consents: isFriend ? {} : contact.consents,
        price: isFree ? price : 0,
        payment_method: method,
        level: isFriend ? null : (input.level ?? null),
        hold_until: isFree ? placeHeldUntil(sessionTimes(first), tx.now) : null,
      },
    );
    places.add(tx, { payer_id: payer.id, guardian: who.guardian, friend_of: who.friend_of });
    if (isFree && !isFriend) places.setDiscount(tx, payer.id, discount);
    origins.recordPlace(tx, payer.id, keys);
    // A promise to pay at the club secures the place.
    if (method === 'cash') services.bookings.payers.confirm(tx, payer.id);
    tx.emit({ kind: 'item.taken', payer_id: payer.id });
    // A free place is theirs at once.
    if (isFree && price === 0) soleMoney.settle(tx, payer.id, SYSTEM_ACTOR);
    return payer.id;
  };
  const { name, email, child, friend } = input;
  const own = add({ name: child ?? name, email, guardian: child === undefined ? '' : name, friend_of: null });
  const others = friend
    ? [add({ name: friend.name, email: friend.email ?? email, guardian: '', friend_of: own })]
    : [];
  tx.emit({ kind: 'event.changed', event_id: event.id });
  return [own, ...others];
}

function assertOffered(
  tx: Transaction,
  { services }: JoinDeps,
  contact: { email: string; phone: string },
  method: NonNullable<JoinEvent['method']>,
): void {
  const { bank, booking_rules, phone } = services.settings.facts();
  if (method === 'bank_transfer' && !bank.iban)
    throw new Failure('wrong_state', 'Bank transfers are not available right now.');
  if (method !== 'cash') return;
  if (!services.settings.current().matches.cash)
    throw invalidField('method', 'This is paid in advance. Please choose another way to pay.');
  assertCashAllowed(
    tx.db,
    { ...contact, payment_method: method },
    booking_rules.no_show_limit,
    phone,
    tx.now,
  );
}

/**
 * One mailbox may bring a family but not fill an event, and anyone who was removed can't rejoin on their own. A
 * guest's places count against the member only if they lapsed, because a stranger may have typed the member's
 * address.
 */
function assertMayJoin(
  payers: readonly SolePayer[],
  { email, user_id, wanted }: { email: string; user_id: number | null; wanted: number },
  clubPhone: string,
): void {
  const own = payers.filter((payer) => mailboxOf(payer.email) === mailboxOf(email));
  const counted = own.filter((payer) => user_id === null || payer.user_id === user_id);
  const present = counted.filter(({ state }) => state !== 'left').length;
  const inVain = counted.filter(
    ({ state, taken_off, confirmed_at, price }) =>
      state === 'left' && taken_off === 1 && confirmed_at === null && price > 0,
  ).length;
  const wasTakenOff = counted.some(
    ({ state, taken_off, confirmed_at }) => state === 'left' && taken_off === 1 && confirmed_at !== null,
  );
  if (!wasTakenOff && present + wanted <= PLACES_OF_A_MAILBOX && inVain < HOLDS_OF_AN_EVENT) return;
  throw new Failure(
    'forbidden',
    `This email address can’t take another place in this event. Questions? Call ${clubPhone}.`,
  );
}

import type { BookingItems } from '../bookings/booking-items.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { type Actor, type MakeUpChange, SYSTEM_ACTOR } from '../db/club-event.ts';
import type { ItemView } from '../domain/api/payer-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { shortCourtName } from '../domain/court.ts';
import { keptOnLeaving, priceWithout, sessionEnd, sessionStart, sessionTimes } from '../domain/event.ts';
import { datesLabel, sessionLabel } from '../domain/event-labels.ts';
import { placeHeldUntil } from '../domain/match.ts';
import { latestOffer, offerExpiryOf } from '../domain/offer.ts';
import type { ItemKind } from '../payers/items.ts';
import type { SoleMoney } from '../payers/sole-money.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import { placeDiscount } from './place-price.ts';
import type { PlaceRow } from './place-store.ts';
import type { EventRow, SessionRow } from './store.ts';
import { heldSessions, isConfirmed, joinedOf, placesLeftOf, type ViewDeps } from './views.ts';

interface LifeDeps extends ViewDeps {
  soleMoney: SoleMoney;
  items: BookingItems;
}

/** What happens to events and places automatically, and how they follow their money. */
export class EventLife implements ItemKind {
  readonly #deps: LifeDeps;

  constructor(deps: LifeDeps) {
    this.#deps = deps;
  }

  view(payer: SolePayer): ItemView {
    const { store, keys, places } = this.#deps;
    const event = this.#eventOf(payer);
    const held = heldSessions(store.sessionsOf(event));
    const [first, last] = [held[0], held.at(-1)];
    const place = places.find(payer.id);
    return {
      kind: 'event',
      id: event.id,
      title: event.title,
      details: [
        ...(held.length > 1 ? [datesLabel(held.length)] : []),
        ...held.map((session) => this.describe(session)),
        ...places.makeUpsOfPayer(payer.id).map(({ session_id, title }) => {
          const session = store.requireSession(session_id);
          return `Make-up: ${this.describe(session)}, ${title}`;
        }),
      ],
      contact_name: place?.guardian || this.#joinerOf(payer, place)?.name || null,
      lines: priceLinesOf(payer, event, place),
      page: keys.shareUrl(event),
      cancelled: event.state === 'cancelled',
      begins: first ? clubTimestamp(sessionStart(first)) : null,
      ends: last ? clubTimestamp(sessionEnd(last)) : null,
      attended: held.some(({ id }) => places.attendanceAt(id).get(payer.id) === true),
    };
  }

  payBy(payer: SolePayer, now: number): number | null {
    const [first] = this.#heldOf(payer);
    return first && sessionStart(first) > now ? placeHeldUntil(sessionTimes(first), now) : null;
  }

  allowsCash(): boolean {
    return this.#deps.settings.current().matches.cash;
  }

  companionsOf(payer: SolePayer): SolePayer[] {
    const { sole, places } = this.#deps;
    const event = this.#eventOf(payer);
    const extras = places.placesOf(event);
    return sole
      .listOf({ event_id: event.id })
      .filter((other) => this.#joinerOf(other, extras.get(other.id) ?? null)?.id === payer.id);
  }

  keptNow(payer: SolePayer, now: number): number | null {
    const [first] = this.#heldOf(payer);
    const start = first ? sessionStart(first) : 0;
    if (start <= now) return null;
    if (payer.state === 'waiting') return 0;
    return keptOnLeaving({ price: payer.price, leave_hours: this.#eventOf(payer).leave_hours, start }, now);
  }

  keptIfUnpaid(): number {
    return 0;
  }

  settled(): void {}

  left(tx: Transaction, payer: SolePayer): void {
    const { places, store } = this.#deps;
    const makeUps = places.makeUpsOfPayer(payer.id).map(({ session_id }) => store.requireSession(session_id));
    places.dropMakeUpsOf(tx, payer.id);
    for (const { event_id } of makeUps) this.offerPlaces(tx, store.require(event_id));
    this.offerPlaces(tx, this.#eventOf(payer));
  }

  /** Offers free places to those who have waited longest. */
  offerPlaces(tx: Transaction, event: EventRow): void {
    const { store, sole, soleMoney, items, places } = this.#deps;
    const [first] = heldSessions(store.sessionsOf(event));
    if (event.state !== 'published' || !first || tx.now > latestOffer(sessionStart(first))) return;
    const payers = sole.listOf({ event_id: event.id });
    const waiting = payers.filter(({ state }) => state === 'waiting');
    for (const { id, user_id } of waiting.slice(0, placesLeftOf(this.#deps, event, payers, tx.now))) {
      const discount = placeDiscount(items, event, first, user_id);
      const price = event.price - (discount?.amount ?? 0);
      const hold_until = offerExpiryOf(tx.now, sessionStart(first));
      sole.offer(tx, id, { price, hold_until, remind_at: null });
      places.setDiscount(tx, id, discount);
      // A free place is theirs at once.
      if (price === 0) soleMoney.settle(tx, id, SYSTEM_ACTOR);
      tx.emit({ kind: 'item.offered', payer_id: id });
    }
  }

  /** Does whatever is due at `now`; writes nothing if nothing is. */
  async run(club: ClubDb, now: number): Promise<void> {
    if (this.#deps.store.listDue(now).length === 0) return;
    await club.write((tx) => {
      for (const event of this.#deps.store.listDue(tx.now)) this.#decide(tx, event);
    });
  }

  /** Cancels an event without its minimum of players; held places may still be confirmed. */
  #decide(tx: Transaction, event: EventRow): void {
    const { store, sole } = this.#deps;
    const joined = joinedOf(sole.listOf({ event_id: event.id }));
    const confirmed = joined.filter(isConfirmed).length;
    if (confirmed >= event.least) {
      store.setDecided(tx, event.id, tx.now);
      return;
    }
    if (joined.length >= event.least) return;
    const players = confirmed === 1 ? '1 player' : `${confirmed} players`;
    const reason = `Only ${players} joined, and it needs ${event.least}.`;
    this.cancel(tx, event, reason, SYSTEM_ACTOR);
    recordAuditEntry(tx, SYSTEM_ACTOR, 'event_too_few', 'event', event.id, { players: confirmed });
  }

  /** Cancels what remains; of each price, the club keeps the share for dates already held. */
  cancel(tx: Transaction, event: EventRow, reason: string, actor: Actor): void {
    const { store, sole, soleMoney } = this.#deps;
    const held = heldSessions(store.sessionsOf(event));
    const ahead = held.filter((session) => sessionEnd(session) > tx.now);
    store.setState(tx, event.id, 'cancelled');
    // While the dates still stand: what is owed near play counts for staff who cancel.
    for (const payer of sole.listOf({ event_id: event.id })) {
      if (payer.state === 'left') continue;
      const keep = priceWithout(payer.price, { dates: held.length, left: ahead.length });
      soleMoney.leave(tx, payer, { keep, cause: 'cancelled', reason }, actor);
    }
    for (const session of ahead) this.#cancelSession(tx, session);
    tx.emit({ kind: 'event.changed', event_id: event.id });
  }

  /** One date is cancelled, so a place costs less. */
  cancelDate(tx: Transaction, event: EventRow, session: SessionRow, actor: Actor): void {
    const { store, sole, soleMoney, places } = this.#deps;
    const dates = heldSessions(store.sessionsOf(event)).length;
    this.#cancelSession(tx, session);
    store.update(tx, event.id, { price: priceWithout(event.price, { dates, left: 1 }) });
    for (const payer of sole.listOf({ event_id: event.id })) {
      const { id, state, price } = payer;
      if (state !== 'joined') continue;
      const now = priceWithout(price, { dates, left: 1 });
      sole.setPrice(tx, id, now);
      soleMoney.limitWriteOff(tx, payer, { begins: sessionStart(session) }, actor);
      const { purchase_id, discount, discount_label: label } = places.find(id) ?? { discount: 0 };
      if (purchase_id && label && discount > 0) {
        const amount = priceWithout(price + discount, { dates, left: 1 }) - now;
        places.setDiscount(tx, id, { purchase_id, label, amount });
      }
      soleMoney.settle(tx, id, actor);
      tx.emit({ kind: 'item.changed', payer_id: id, at: tx.now });
    }
    tx.emit({ kind: 'event.changed', event_id: event.id });
  }

  /** Those who make up another event's date at this one hear what changed. */
  tellMakeUpsAt(tx: Transaction, session: SessionRow, told: { change: MakeUpChange; before?: string }): void {
    for (const { payer_id } of this.#deps.places.makeUpsAt(session.id))
      this.tellMakeUp(tx, session, { payer_id, ...told });
  }

  tellMakeUp(
    tx: Transaction,
    session: SessionRow,
    told: { payer_id: number; change: MakeUpChange; before?: string },
  ): void {
    const { title } = this.#deps.store.require(session.event_id);
    const ends = sessionEnd(session);
    if (ends <= tx.now) return;
    const date = this.describe(session);
    tx.emit({
      kind: 'item.make_up_changed',
      session_id: session.id,
      title,
      date,
      ends,
      at: tx.now,
      ...told,
    });
  }

  /** `Wed, Nov 25, 6 PM – 7 PM, Court 1` */
  describe(session: SessionRow): string {
    const courts = this.#deps.store.courtsOf(session).map(({ name }) => shortCourtName(name));
    return [sessionLabel(sessionTimes(session)), ...courts].join(', ');
  }

  #cancelSession(tx: Transaction, session: SessionRow): void {
    const { places, store } = this.#deps;
    this.tellMakeUpsAt(tx, session, { change: 'cancelled' });
    places.dropMakeUpsAt(tx, session.id);
    store.cancelSession(tx, session.id);
  }

  /** Who took the place of a friend without an address of their own. */
  #joinerOf({ email }: SolePayer, place: PlaceRow | null): SolePayer | null {
    const joiner = place?.friend_of ? this.#deps.sole.find(place.friend_of) : null;
    return email !== '' && joiner?.email === email ? joiner : null;
  }

  #eventOf({ event_id }: SolePayer): EventRow {
    return this.#deps.store.require(event_id ?? 0);
  }

  #heldOf(payer: SolePayer): SessionRow[] {
    return heldSessions(this.#deps.store.sessionsOf(this.#eventOf(payer)));
  }
}

/** What a place costs, with the plan's part on a line of its own. */
function priceLinesOf(
  { state, charge }: SolePayer,
  { title }: EventRow,
  place: PlaceRow | null,
): ItemView['lines'] {
  const { discount, discount_label } = place ?? { discount: 0, discount_label: '' };
  if (state !== 'joined' || discount === 0) return [{ label: title, amount: charge }];
  return [
    { label: title, amount: charge + discount },
    { label: discount_label, amount: -discount },
  ];
}

import { attend, bookWalkIn, cancel, changeRackets, markPaid, move } from '../model/bookings.ts';
import { RACKET } from '../model/extras.ts';
import { reverseItem } from '../model/items.ts';
import { balanceOf, chargeOf, dueOf, openDrawer, owedTo, priceOf, received, topUp } from '../model/money.ts';
import { pay, refund, reverse } from '../model/payments.ts';
import { decideLate, reject } from '../model/receipts.ts';
import { bookSeries, cancelSeries } from '../model/series.ts';
import { checkDeskPlace, plusDays, timeOf } from '../model/slots.ts';
import {
  type Booking,
  CONFLICT,
  CREATED,
  type Expected,
  type Method,
  NOT_FOUND,
  OK,
  type Payer,
  type Place,
  type State,
} from '../model/state.ts';
import { CUSTOMERS, emailOf, OWNER, RECEPTION } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { type Action, bookingIn, type Kind } from '../step.ts';
import { chooseBooking, choosePlace, findBooking, isWaitedFor, labelOf, placeBody } from './choices.ts';
import { choosePayer, findPayer, shareIn } from './payers.ts';

/** A member, mostly one whose dates wait for credit, and what one of them costs. */
function chooseMember({ state }: Simulation, random: Random): { person: string; price?: number } {
  const waiting = state.bookings.filter(({ series, payers, status }) => {
    return series !== null && payers[0].method === 'credit' && status === 'pending';
  });
  const booking = random.chance(0.7) ? random.maybe(waiting) : undefined;
  const person = booking?.payers[0].person;
  if (booking && person) return { person, price: priceOf(booking) };
  return { person: random.pick(CUSTOMERS.filter(({ role }) => role === 'member')).id };
}

const METHODS: readonly Method[] = ['cash', 'bank_transfer', 'card', 'credit'];

/** An owner changes a booking at the desk. */
function atDesk(
  name: string,
  weight: number,
  input: (random: Random, booking: Booking, sim: Simulation) => object,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
  body: (input: any, sim: Simulation) => object,
  // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
  model: (state: State, booking: Booking, input: any, now: number, sim: Simulation) => Expected,
  { method = 'PUT', suits = () => true, prefers, by = OWNER } = {} as {
    method?: string;
    suits?: (booking: Booking) => boolean;
    prefers?: (sim: Simulation, booking: Booking) => boolean;
    by?: typeof OWNER;
  },
): Kind {
  return {
    name,
    weight,
    choose(sim, random) {
      const isPreferred = prefers && random.chance(0.7) ? (one: Booking) => prefers(sim, one) : suits;
      const chosen = chooseBooking(sim, random, isPreferred) ?? chooseBooking(sim, random, suits);
      return chosen && { booking: chosen.label, ...input(random, chosen.booking, sim) };
    },
    act(sim, { booking: label, ...rest }, step): Action | null {
      const booking = findBooking(sim, label);
      if (!booking) return null;
      const { id } = booking;
      const key = { 'idempotency-key': `the-story-${step.id}` };
      return {
        send: (current) =>
          current.send(by, method, `/api/admin/bookings/${id}/${path}`, body(rest, current), key),
        model: (state, now) => model(state, bookingIn(state, id), rest, now, sim),
      };
    },
  };
}

/** Amounts that the desk would take or give, for the booking or a share: the balance, part of it, or too much. */
function chooseAmount(
  random: Random,
  sim: Simulation,
  booking: Booking,
  isOwed: (balance: number) => boolean,
) {
  const others = booking.payers.slice(1);
  const open = others.filter((payer) => isOwed(balanceOf(sim.state, payer)));
  const payer = random.chance(0.8) ? random.maybe(random.chance(0.9) ? open : others) : undefined;
  const proposed = Math.max(1, Math.abs(payer ? balanceOf(sim.state, payer) : dueOf(sim.state, booking)));
  const amount = random.pick([proposed, proposed, Math.ceil(proposed / 3), proposed + 700]);
  return { amount, ...(payer ? { payer: labelOf(sim, 'p', payer.id) } : {}) };
}

/** Players pay at the desk, too. */
const hasOpenShare = ({ state }: Simulation, booking: Booking): boolean =>
  booking.payers.slice(1).some((payer) => balanceOf(state, payer) > 0);

/** The desk lists who is owed a refund. */
const isOwed = ({ state }: Simulation, booking: Booking): boolean =>
  booking.payers.some((payer) => owedTo(state, booking, payer) > 0);

function entryOf({ payer, ...entry }: { payer?: string }, { made }: Simulation): object {
  const payer_id = payer === undefined ? undefined : made.get(payer);
  return { ...entry, ...(payer_id === undefined ? {} : { payer_id }) };
}

export const RECEPTION_KINDS: Kind[] = [
  atDesk(
    'mark paid',
    8,
    (random) => ({ method: random.pick([undefined, undefined, ...METHODS]) }),
    'status',
    ({ method }) => ({ status: 'paid', method }),
    (state, booking, { method }) => markPaid(state, booking, method),
  ),
  atDesk(
    'cancel at the desk',
    6,
    (random) => ({
      by: random.pick(['customer', 'customer', 'club', 'medical', 'mistake']),
      keep: random.pick([undefined, undefined, undefined, 0, 1000, 5000]),
      to: random.pick([undefined, 'money', 'credit']),
    }),
    'status',
    ({ by, keep, to }) => ({ status: 'cancelled', cancelled_by: by, keep, refund_to: to }),
    (state, booking, { by, keep, to }, now) =>
      cancel(state, booking, { by, keep, toCredit: to === 'credit' }, now),
    { prefers: isWaitedFor },
  ),
  atDesk(
    'record a payment',
    7,
    (random, booking, sim) => ({
      ...chooseAmount(random, sim, booking, (balance) => balance > 0),
      method: random.pick(METHODS),
    }),
    'payments',
    (input, sim) => entryOf(input, sim),
    (state, booking, input, _, sim) => pay(state, booking, { ...input, payer: sim.made.get(input.payer) }),
    { method: 'POST', prefers: hasOpenShare },
  ),
  atDesk(
    'record a refund',
    6,
    (random, booking, sim) => ({
      ...chooseAmount(random, sim, booking, (balance) => balance < 0),
      method: random.pick(METHODS),
    }),
    'refunds',
    (input, sim) => entryOf(input, sim),
    (state, booking, input, _, sim) => refund(state, booking, { ...input, payer: sim.made.get(input.payer) }),
    { method: 'POST', prefers: isOwed },
  ),
  atDesk(
    'change the rackets',
    3,
    (random) => ({ rackets: random.int(0, 4) }),
    'add-ons',
    ({ rackets }) => ({ add_ons: rackets > 0 ? [{ id: RACKET.id, quantity: rackets }] : [] }),
    (state, booking, { rackets }) => changeRackets(state, booking, rackets),
  ),
  atDesk(
    'record who came',
    5,
    (random) => ({ attendance: random.pick(['arrived', 'arrived', 'no_show']) }),
    'attendance',
    (input) => input,
    (_, booking, { attendance }, now) => attend(booking, attendance, now),
    { by: RECEPTION },
  ),
  atDesk(
    'reject a receipt',
    8,
    () => ({}),
    'receipt/reject',
    () => ({ reason: 'Not readable' }),
    (state, booking, _, now) => reject(state, booking, booking.payers[0], now),
    { method: 'POST', by: RECEPTION, suits: ({ payers }) => payers[0].receiptWaits },
  ),
  {
    name: 'reject the receipt of a share',
    weight: 4,
    choose(sim, random) {
      const chosen = choosePayer(sim, random, ({ receiptWaits }) => receiptWaits);
      return chosen && { payer: chosen.label };
    },
    act(sim, { payer: label }) {
      const found = findPayer(sim, label);
      if (!found) return null;
      const { booking, payer } = found;
      const path = `/api/admin/bookings/${booking.id}/receipt/reject`;
      return {
        send: (current) =>
          current.send(RECEPTION, 'POST', path, { reason: 'Not readable', payer_id: payer.id }),
        model: (state, now) => reject(state, ...shareIn(state, booking.id, payer.id), now),
      };
    },
  },
  {
    name: 'move at the desk',
    weight: 5,
    choose(sim, random) {
      const chosen = chooseBooking(sim, random);
      return chosen && { booking: chosen.label, place: choosePlace(sim, random) };
    },
    async act(sim, { booking: label, place }) {
      const booking = findBooking(sim, label);
      if (!booking) return null;
      const { id } = booking;
      const { json } = await sim.send(OWNER, 'GET', `/api/admin/bookings/${id}`);
      sim.expectEqual(
        `the desk's balance of ${id}`,
        json.data.booking.balance,
        chargeOf(booking) - received(sim.state, booking),
      );
      const { version } = json.data.booking;
      return {
        send: (current) =>
          current.send(OWNER, 'PUT', `/api/admin/bookings/${id}/slots`, { ...placeBody(place), version }),
        model: (state, now) => move(state, bookingIn(state, id), place, now),
      };
    },
  },
  {
    name: 'decide on a late receipt',
    weight: 5,
    choose(sim, random) {
      const isLate = ({ isReleased, payers }: Booking) => isReleased && payers[0].receiptWaits;
      const chosen = chooseBooking(sim, random, isLate);
      return chosen && { booking: chosen.label, decision: random.pick(['restore', 'credit', 'refund']) };
    },
    act(sim, { booking: label, decision }) {
      const booking = findBooking(sim, label);
      if (!booking) return null;
      const { id } = booking;
      return {
        send: (current) => current.send(OWNER, 'POST', `/api/admin/late-receipts/${id}`, { decision }),
        model: (state, now) => {
          const own = bookingIn(state, id);
          return decideLate(state, own, own.payers[0], decision, now);
        },
      };
    },
  },
  {
    name: 'decide on the late receipt of a share',
    weight: 5,
    choose(sim, random) {
      const isLate = (payer: Payer) => payer.receiptWaits && balanceOf(sim.state, payer) <= 0;
      const chosen = choosePayer(sim, random, isLate);
      return (
        chosen && { payer: chosen.label, decision: random.pick(['restore', 'credit', 'refund', 'refund']) }
      );
    },
    act(sim, { payer: label, decision }) {
      const found = findPayer(sim, label);
      if (!found) return null;
      const { booking, payer } = found;
      const input = { decision, payer_id: payer.id };
      return {
        send: (current) => current.send(OWNER, 'POST', `/api/admin/late-receipts/${booking.id}`, input),
        model: (state, now) => decideLate(state, ...shareIn(state, booking.id, payer.id), decision, now),
      };
    },
  },
  {
    name: 'undo an entry',
    weight: 4,
    choose(sim, random) {
      const { entries } = sim.state;
      return entries.length > 0 ? { entry: random.int(1, entries.length) } : null;
    },
    act(sim, { entry: id }) {
      if (id > sim.state.entries.length) return null;
      return {
        send: (current) =>
          current.send(OWNER, 'POST', `/api/admin/ledger/${id}/reverse`, { reason: 'a slip' }),
        model: (state) => {
          const entry = state.entries[id - 1];
          if (!entry) return NOT_FOUND;
          const item = state.items.find(({ id: payer }) => payer === entry.payer);
          if (item) return reverseItem(state, entry, item);
          return reverse(state, entry, entry.booking === null ? null : bookingIn(state, entry.booking));
        },
      };
    },
  },
  {
    name: 'top up credit',
    weight: 6,
    choose(sim, random) {
      const { person, price } = chooseMember(sim, random);
      return {
        person,
        paid: price && random.chance(0.5) ? price : random.pick([5000, 10_000]),
        bonus: random.pick([0, 1000]),
        method: random.pick(['cash', 'bank_transfer', 'card']),
      };
    },
    act(_, { person, paid, bonus, method }) {
      return {
        send: (current) => {
          current.world.reauthenticate(OWNER.id);
          const path = `/api/admin/users/${current.world.userIds.get(person)}/credit`;
          return current.send(OWNER, 'POST', path, { paid, credit: paid + bonus, method });
        },
        model: (state) => topUp(state, person, paid, paid + bonus, method),
      };
    },
  },
  {
    name: 'sell at the desk',
    weight: 6,
    choose: (sim, random) => ({
      place: choosePlace(sim, random, 2),
      paid: random.pick([null, 'cash', 'card']),
    }),
    act: (_, { place, paid }) => ({
      send: (current) =>
        current.send(RECEPTION, 'POST', '/api/admin/bookings', {
          ...placeBody(place),
          name: 'Walk In',
          ...(paid ? { payment: { method: paid } } : {}),
        }),
      model: (state, now) => bookWalkIn(state, place, paid, now),
    }),
  },
  {
    name: 'sell an offered time',
    weight: 4,
    choose(sim, random) {
      const offer = random.maybe(sim.state.offers);
      const waiting = offer && labelOf(sim, 'w', offer.waiting);
      return waiting ? { waiting, endsOffer: random.chance(0.7) } : null;
    },
    act(sim, { waiting, endsOffer }) {
      const offer = sim.state.offers.find((one) => one.waiting === sim.made.get(waiting));
      if (!offer) return null;
      const { court, date } = offer;
      // Taking part of a longer offer leaves the rest to the next customer.
      const place = { court, date, slots: offer.slots.slice(0, 2) };
      return {
        send: (current) =>
          current.send(RECEPTION, 'POST', '/api/admin/bookings', {
            ...placeBody(place),
            name: 'Walk In',
            ends_offers: endsOffer ? [offer.id] : [],
          }),
        model: (state, now) => {
          if (!endsOffer) return bookWalkIn(state, place, null, now);
          const sold = { ...state, offers: state.offers.filter(({ id }) => id !== offer.id) };
          const expected = bookWalkIn(sold, place, null, now);
          if (expected.status !== 201) return expected;
          if (state.offers.length > sold.offers.length)
            state.told.push({ kind: 'offer.withdrawn', about: 0 });
          Object.assign(state, sold);
          return expected;
        },
      };
    },
  },
  {
    name: 'close a court',
    weight: 2,
    choose: (sim, random) => ({ place: choosePlace(sim, random) }),
    act: (_, { place }: { place: Place }) => ({
      send: (current) =>
        current.send(RECEPTION, 'POST', '/api/admin/closures', {
          ...placeBody(place),
          reason: 'Maintenance',
        }),
      model: (state, now) => {
        const refusal = checkDeskPlace(state, place, now);
        if (refusal) return refusal;
        state.closures.push({ ...place, id: state.nextClosure });
        state.nextClosure += 1;
        return CREATED;
      },
    }),
  },
  {
    name: 'open it again',
    weight: 2,
    choose(sim, random) {
      const closure = random.maybe(sim.state.closures);
      const label = closure && labelOf(sim, 'c', closure.id);
      return label ? { closure: label } : null;
    },
    act(sim, { closure }) {
      const id = sim.made.get(closure);
      if (id === undefined) return null;
      return {
        send: (current) => current.send(RECEPTION, 'DELETE', `/api/admin/closures/${id}`),
        model: (state) => {
          const isThere = state.closures.some((one) => one.id === id);
          state.closures = state.closures.filter((one) => one.id !== id);
          return isThere ? OK : NOT_FOUND;
        },
      };
    },
  },
  {
    name: 'book a series',
    weight: 4,
    choose: (sim, random) => ({
      person: random.chance(0.2) ? null : chooseMember(sim, random).person,
      place: {
        ...choosePlace(sim, random, random.pick([2, 3])),
        date: plusDays(sim.today, random.pick([0, 1, 1, 2, 4])),
      },
      count: random.int(1, 3),
      method: random.pick(['cash', 'bank_transfer', 'credit', 'credit', 'credit']),
      rackets: random.pick([0, 0, 1]),
    }),
    act(sim, { person, place, count, method, rackets }) {
      const weekday = new Date(`${place.date}T12:00:00Z`)
        .toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
        .toLowerCase();
      const customer = person
        ? { member_id: sim.world.userIds.get(person) }
        : { guest: { name: 'Walk In', phone: '' } };
      const order = {
        person,
        isMembers: person !== null,
        email: person ? emailOf(person) : '',
        place,
        method,
        rackets,
        code: false,
      };
      return {
        send: (current) =>
          current.send(OWNER, 'POST', '/api/admin/series', {
            court_id: place.court,
            start_time: timeOf(place.slots[0] ?? 0),
            half_hours: place.slots.length,
            count,
            weekday,
            from: place.date,
            ...(method === 'credit' ? { payment_rule: 'credit' } : { payment_method: method }),
            ...(rackets > 0 ? { add_ons: [{ id: RACKET.id, quantity: rackets }] } : {}),
            ...customer,
          }),
        model: (state, now) => bookSeries(state, order, count, now),
      };
    },
  },
  {
    name: 'end a series',
    weight: 2,
    choose(sim, random) {
      const date = random.maybe(sim.state.bookings.filter(({ series }) => series !== null));
      const label = date && labelOf(sim, 's', date.series ?? 0);
      if (!date || !label) return null;
      return {
        series: label,
        from: [date.date, sim.today].sort().at(-1),
        by: random.pick(['customer', 'club']),
        to: random.pick(['money', 'credit']),
      };
    },
    act(sim, { series, from, by, to }) {
      const id = sim.made.get(series);
      if (id === undefined) return null;
      return {
        send: (current) =>
          current.send(OWNER, 'POST', `/api/admin/series/${id}/cancel`, {
            from,
            cancelled_by: by,
            refund_to: to,
          }),
        model: (state, now) => cancelSeries(state, id, from, { by, toCredit: to === 'credit' }, now),
      };
    },
  },
  {
    name: 'look at what is owed',
    weight: 5,
    choose: () => ({}),
    /** What goes back to whom, and what a booking's customers still owe together. */
    async act(sim) {
      const { state } = sim;
      type Due = { payer: { id: number }; amount: number; ways: { amount: number }[] };
      type Owing = { id: number; due: number };
      const { json } = await sim.send(RECEPTION, 'GET', '/api/admin/balances');
      const { to_give_back, to_collect, overdue } = json.data;
      sim.expectEqual(
        'what is to be given back',
        (to_give_back as Due[])
          .map(({ payer, amount, ways }) =>
            [payer.id, amount, ways.reduce((sum, way) => sum + way.amount, 0)].join(' '),
          )
          .sort(),
        state.bookings
          .flatMap((booking) =>
            booking.payers.flatMap((payer) => {
              const owed = owedTo(state, booking, payer);
              return owed > 0 ? [`${payer.id} ${owed} ${owed}`] : [];
            }),
          )
          .sort(),
      );
      sim.expectEqual(
        'what is to be collected',
        ([...to_collect, ...overdue] as Owing[]).map(({ id, due }) => `${id} ${due}`).sort(),
        state.bookings
          .filter((booking) => booking.status !== 'cancelled' && dueOf(state, booking) > 0)
          .map((booking) => `${booking.id} ${dueOf(state, booking)}`)
          .sort(),
      );
      return null;
    },
  },
  {
    name: 'take an offer back',
    weight: 2,
    choose(sim, random) {
      const offer = random.maybe(sim.state.offers);
      const waiting = offer && labelOf(sim, 'w', offer.waiting);
      return waiting ? { waiting } : null;
    },
    act(sim, { waiting }) {
      const offer = sim.state.offers.find((one) => one.waiting === sim.made.get(waiting));
      if (!offer) return null;
      return {
        send: (current) => current.send(RECEPTION, 'DELETE', `/api/admin/offers/${offer.id}`),
        model: (state) => {
          if (!state.offers.some(({ id }) => id === offer.id)) return CONFLICT;
          state.offers = state.offers.filter(({ id }) => id !== offer.id);
          state.told.push({ kind: 'offer.withdrawn', about: 0 });
          return OK;
        },
      };
    },
  },
  {
    name: 'change the time for transfers',
    weight: 1,
    choose: (_, random) => ({ hours: random.pick([4, 12, 12, 30]) }),
    act: (_, { hours }) => ({
      send: (current) =>
        current.send(OWNER, 'PUT', '/api/admin/settings', { changes: { 'booking.transfer_hours': hours } }),
      model: (state) => {
        state.rules.transferHours = hours;
        return OK;
      },
    }),
  },
  {
    name: 'open the drawer',
    weight: 1,
    choose: (_, random) => ({ float: random.pick([0, 2000]) }),
    act: (_, { float }) => ({
      send: (current) => current.send(OWNER, 'POST', '/api/admin/shifts', { float }),
      model: (state) => openDrawer(state, float),
    }),
  },
  {
    name: 'count the drawer',
    weight: 1,
    choose: (sim, random) => (sim.state.isDrawerOpen ? { over: random.pick([0, 0, 500]) } : null),
    act(sim, { over }) {
      const { shifts, drawer } = sim.state;
      if (shifts === 0) return null;
      const counted = Math.max(0, drawer + over);
      return {
        send: (current) => current.send(OWNER, 'PUT', `/api/admin/shifts/${shifts}/close`, { counted }),
        model: (state) => {
          if (!state.isDrawerOpen) return CONFLICT;
          state.isDrawerOpen = false;
          state.drawer = counted;
          return OK;
        },
        read: (answer) =>
          sim.expectEqual('the cash that the drawer must hold', answer.json.data.shift.expected, drawer),
      };
    },
  },
];

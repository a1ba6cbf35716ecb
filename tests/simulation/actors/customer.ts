import { createReturnQuery, createSignedCallback, trackerOf } from '../../support/safepay-server.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';
import { book, cancelByCustomer, correctEmail, moveByCustomer } from '../model/bookings.ts';
import { failPage, receiveMoney } from '../model/cards.ts';
import { openPageOf } from '../model/checkouts.ts';
import { CODE, RACKET } from '../model/extras.ts';
import { itemIn, receiveItemMoney } from '../model/items.ts';
import {
  balanceOf,
  chargeOf,
  coveredByHost,
  creditOf,
  keptOfAll,
  priceOf,
  received,
  receivedOf,
} from '../model/money.ts';
import { shortName } from '../model/payers.ts';
import { openPage, payWithCredit } from '../model/payments.ts';
import { heldBy, slotsLeft } from '../model/purchases.ts';
import { upload } from '../model/receipts.ts';
import { DAY_SLOTS, plusDays, startOf, timeOf } from '../model/slots.ts';
import {
  type Booking,
  type Checkout,
  DAY,
  type Expected,
  HOUR,
  type Method,
  OK,
  type Place,
  type State,
  type Waiting,
} from '../model/state.ts';
import { confirm, join, leave } from '../model/waitlist.ts';
import { CUSTOMERS, emailOf, type Person, updatesOf } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { type Action, bookingIn, type Kind, type Step } from '../step.ts';
import type { Answer } from '../world.ts';
import {
  chooseBooking,
  choosePerson,
  choosePlace,
  findBooking,
  isWaitedFor,
  labelOf,
  placeBody,
} from './choices.ts';

export const PICTURE = createPng(108, 108);

export const cardFails = ({ world }: Simulation): boolean => world.providers.faults.card !== 'works';

/** What a browser sends to show that it is a booking's customer. */
export function headersFor(sim: Simulation, booking: Booking): Record<string, string> {
  const key = sim.keys.get(booking.id)?.manage;
  return key ? { 'x-booking-key': key } : {};
}

/** The same for a change that a browser may send a second time, because it got no answer. */
export const onceFor = (sim: Simulation, booking: Booking, { id }: Step): Record<string, string> => ({
  ...headersFor(sim, booking),
  'idempotency-key': `the-story-${id}-${booking.payers[0].person}`,
});

export function customerOf(sim: Simulation, booking: Booking): Person | null {
  const [customer] = booking.payers;
  const person = CUSTOMERS.find(({ id }) => id === customer.person);
  if (!person) return null;
  return customer.isMembers || sim.keys.has(booking.id) ? person : null;
}

/** Whether the booking's own browser can do something with it. */
export const isKnown = (sim: Simulation) => (booking: Booking) => customerOf(sim, booking) !== null;

/** The booking's page as its customer sees it; it must show what the model says. */
async function readPage(sim: Simulation, booking: Booking, person: Person): Promise<Answer> {
  const answer = await sim.send(
    person,
    'GET',
    `/api/booking/${booking.id}`,
    undefined,
    headersFor(sim, booking),
  );
  const { status, balance } = answer.json?.booking ?? {};
  sim.expectEqual(
    `the page of booking ${booking.id}`,
    [answer.status, status, balance],
    [200, booking.status, chargeOf(booking) - received(sim.state, booking)],
  );
  const kept = keptOfAll(sim.state, booking, 'customer', sim.now);
  sim.expectEqual(`what a cancellation of booking ${booking.id} keeps`, answer.json.self_service.kept, {
    all: kept.reduce((total, part) => total + part, 0),
    own: kept[0],
  });
  type Shown = { id: number; join_url?: string; hold_until: string | null };
  const shown = (answer.json.payers as Shown[]).map(({ join_url: _, hold_until, ...share }) => {
    return { ...share, hold_until: hold_until && Date.parse(hold_until) };
  });
  sim.expectEqual(`the shares on the page of booking ${booking.id}`, shown, sharesOf(sim, booking));
  const linked = (answer.json.payers as Shown[]).filter(({ join_url }) => join_url).map(({ id }) => id);
  const [, ...others] = booking.payers;
  const open = others.filter(({ email, state }) => !email && state !== 'left');
  sim.expectEqual(
    `the links on the page of booking ${booking.id}`,
    linked,
    open.map(({ id }) => id),
  );
  sim.learn(answer.text);
  return answer;
}

/**
 * What the host sees of the payers: only the first name of whoever took the place, and a link for those who didn't.
 */
function sharesOf({ state }: Simulation, { payers }: Booking): object[] {
  return payers.flatMap((payer) => {
    const { id, position, name, charge, email, method, receiptWaits } = payer;
    const balance = balanceOf(state, payer);
    if (payer.state === 'left' && charge === 0 && balance === 0) return [];
    return {
      id,
      position,
      name: position > 1 && email !== '' ? shortName(name) : name,
      state: payer.state,
      charge,
      received: receivedOf(state, payer),
      balance,
      payment_method: method,
      receipt_received: receiptWaits,
      // Nobody here gives a level.
      level: null,
      hold_until: payer.holdUntil,
    };
  });
}

/** What the page asks for: the customer's own part, or everything that is open. */
function dueOn(
  { payers: [customer, ...others] }: { payers: { balance: number }[] },
  ofShare: boolean,
): number {
  const own = customer?.balance ?? 0;
  return ofShare ? own : others.reduce((due, { balance }) => due + Math.max(0, balance), own);
}

/** Now and then the amount isn't the one on the page. */
const chooseSum = (random: Random) => ({ slip: random.chance(0.1) ? 500 : 0, share: random.chance(0.4) });

/** An action by a booking's customer on its page. */
export async function atPage(
  sim: Simulation,
  label: string,
  act: (booking: Booking, person: Person, page: Answer) => Action | null,
): Promise<Action | null> {
  const booking = findBooking(sim, label);
  const person = booking && customerOf(sim, booking);
  if (!booking || !person) return null;
  return act(booking, person, await readPage(sim, booking, person));
}

function bookAction(
  sim: Simulation,
  step: Step,
  order: { person: string; place: Place; method: Method; rackets: number; code: boolean },
  offer?: { id: number; link: string },
): Action {
  const person = sim.person(order.person);
  const isMembers = person.role === 'member';
  const { place, method, rackets, code } = order;
  const email = emailOf(person.id);
  return {
    send: (current) =>
      current.send(
        person,
        'POST',
        '/api/book',
        {
          ...placeBody(place),
          start_time: timeOf(place.slots[0] ?? 0),
          duration: place.slots.length * 30,
          name: person.name,
          email,
          phone: person.phone,
          payment_method: method,
          sms_updates: isMembers,
          ...updatesOf(person),
          ...(rackets > 0 ? { add_ons: [{ id: RACKET.id, quantity: rackets }] } : {}),
          ...(code ? { code: CODE.name } : {}),
          ...(offer ? { offer: offer.link } : {}),
        },
        { 'idempotency-key': `the-story-${step.id}-${person.id}` },
      ),
    model: (state, now) => {
      const expected = book(
        state,
        { ...order, isMembers, email, ...(offer ? { offer: offer.id } : {}) },
        now,
      );
      const made = state.bookings.at(-1);
      // A free booking needs no page.
      if (expected.status === 201 && made?.checkouts.length === 1 && cardFails(sim))
        return failPage(state, made, made.payers[0]);
      return expected;
    },
    read: (answer) => {
      sim.learnFrom(answer);
      const made = sim.state.bookings.find(({ id }) => id === answer.json.booking.id);
      const checkout = made?.checkouts.at(-1);
      if (checkout) checkout.tracker = trackerOf(answer.json.payment_url ?? '');
      sim.expectEqual(
        'the price of the new booking',
        answer.json.booking.computed_amount,
        made && priceOf(made),
      );
    },
  };
}

/** Who has hours of a plan left. */
const hasHours = ({ state, now }: Simulation, person: string): boolean =>
  heldBy(state, person, now).some((purchase) => slotsLeft(state, purchase) > 0);

/** Nobody books more than the club allows a phone per day. */
const hasEnough = (sim: Simulation, { id }: Person): boolean =>
  sim.state.bookings.filter(({ payers, createdAt }) => payers[0].person === id && createdAt > sim.now - DAY)
    .length >= 8;

function chooseMethod(person: Person, method: Method): Method {
  return method === 'credit' && person.role === 'guest' ? 'cash' : method;
}

/** What a customer does with the link in the waiting list's email. */
function byEntryLink(
  name: string,
  weight: number,
  method: string,
  path: string,
  suits: (entry: Waiting) => boolean,
  model: (state: State, id: number) => Expected,
): Kind {
  return {
    name,
    weight,
    choose(sim, random) {
      const entry = random.maybe(sim.state.waiting.filter(suits));
      const waiting = entry && labelOf(sim, 'w', entry.id);
      return waiting ? { waiting } : null;
    },
    act(sim, { waiting }) {
      const id = sim.made.get(waiting) ?? 0;
      const entry = sim.state.waiting.find((one) => one.id === id);
      const link = entry && sim.linkIn(entry.person, new RegExp(`waiting-list#${id}\\.([\\w-]+)`));
      if (!entry || !link) return null;
      const person = sim.person(entry.person);
      const body = method === 'POST' ? {} : undefined;
      return {
        send: (current) =>
          current.send(person, method, `/api/waitlist/${id}${path}`, body, { 'x-waitlist-key': link }),
        model: (state) => model(state, id),
      };
    },
  };
}

export const CUSTOMER_KINDS: Kind[] = [
  {
    name: 'book',
    weight: 30,
    choose(sim, random) {
      const holders = CUSTOMERS.filter(({ id }) => hasHours(sim, id));
      const person = (random.chance(0.3) && random.maybe(holders)) || choosePerson(random);
      if (hasEnough(sim, person)) return null;
      const method = random.pick(['cash', 'bank_transfer', 'bank_transfer', 'card', 'credit'] as const);
      return {
        person: person.id,
        place: choosePlace(sim, random),
        method: chooseMethod(person, method),
        rackets: random.pick([0, 0, 0, 1, 2]),
        code: random.chance(0.2),
      };
    },
    act: (sim, input, step) => bookAction(sim, step, input),
  },
  {
    name: 'book an offer',
    weight: 12,
    choose(sim, random) {
      const offer = random.maybe(sim.state.offers);
      const waiting = offer && labelOf(sim, 'w', offer.waiting);
      if (!offer || !waiting || hasEnough(sim, sim.person(offer.person))) return null;
      const method = random.pick(['cash', 'bank_transfer'] as const);
      return { waiting, method, rackets: random.pick([0, 0, 1]), code: false };
    },
    act(sim, { waiting, ...rest }, step) {
      const offer = sim.state.offers.find((one) => one.waiting === sim.made.get(waiting));
      const link = offer && sim.linkIn(offer.person, new RegExp(`booking#offer=(${offer.id}\\.[\\w-]+)`));
      if (!offer || !link) return null;
      const { court, date, slots, person } = offer;
      return bookAction(
        sim,
        step,
        { ...rest, person, place: { court, date, slots } },
        { id: offer.id, link },
      );
    },
  },
  {
    name: 'cancel by the customer',
    weight: 8,
    choose(sim, random) {
      const isCovering = (booking: Booking) =>
        isKnown(sim)(booking) && booking.status !== 'cancelled' && coveredByHost(sim.state, booking) > 0;
      const usesHours = (booking: Booking) => booking.status !== 'cancelled' && booking.hours.length > 0;
      const chosen =
        (random.chance(0.3) && chooseBooking(sim, random, usesHours)) ||
        (random.chance(0.4) && chooseBooking(sim, random, isCovering)) ||
        (random.chance(0.4) &&
          chooseBooking(sim, random, (one) => isKnown(sim)(one) && isWaitedFor(sim, one))) ||
        chooseBooking(sim, random, isKnown(sim));
      return chosen && { booking: chosen.label, slip: random.chance(0.1) ? 500 : 0 };
    },
    act: (sim, { booking: label, slip }, step) =>
      atPage(sim, label, ({ id }, person, { json }) => {
        const headers = onceFor(sim, bookingIn(sim.state, id), step);
        // The page says how much is refunded.
        const back = json.booking.received - json.self_service.kept.all + slip;
        return {
          send: (current) =>
            current.send(person, 'POST', `/api/booking/${id}/cancel`, { amount_back: back }, headers),
          model: (state, now) => cancelByCustomer(state, bookingIn(state, id), back, now),
        };
      }),
  },
  {
    name: 'move by the customer',
    weight: 8,
    choose(sim, random) {
      const chosen = chooseBooking(sim, random, isKnown(sim));
      if (!chosen) return null;
      const length = random.chance(0.9) ? chosen.booking.slots.length : undefined;
      return {
        booking: chosen.label,
        place: choosePlace(sim, random, length),
        slip: random.chance(0.1) ? 500 : 0,
      };
    },
    act: (sim, { booking: label, place, slip }, step) =>
      atPage(sim, label, ({ id, extras }, person) => {
        const amount = sim.priceOf(place, extras) + slip;
        const headers = onceFor(sim, bookingIn(sim.state, id), step);
        return {
          send: (current) =>
            current.send(
              person,
              'POST',
              `/api/booking/${id}/reschedule`,
              { ...placeBody(place), amount },
              headers,
            ),
          model: (state, now) => moveByCustomer(state, bookingIn(state, id), place, amount, now),
        };
      }),
  },
  {
    name: 'pay with credit',
    weight: 6,
    choose(sim, random) {
      const mayPay = ({ payers: [{ isMembers, person }] }: Booking) =>
        isMembers && creditOf(sim.state, person) > 0;
      const chosen = chooseBooking(sim, random, mayPay);
      return chosen && { booking: chosen.label, ...chooseSum(random) };
    },
    act: (sim, { booking: label, slip, share }, step) =>
      atPage(sim, label, ({ id }, person, { json }) => {
        const amount = Math.max(0, dueOn(json, share)) + slip;
        if (amount === 0) return null;
        const headers = onceFor(sim, bookingIn(sim.state, id), step);
        return {
          send: (current) =>
            current.send(person, 'POST', `/api/booking/${id}/pay`, { method: 'credit', amount }, headers),
          // A guest has to sign in first.
          model: (state) =>
            person.role === 'guest' ? { status: 401 } : payWithCredit(state, bookingIn(state, id), amount),
        };
      }),
  },
  {
    name: 'open a payment page',
    weight: 6,
    choose(sim, random) {
      const mayPay = (booking: Booking) => booking.status === 'pending' && isKnown(sim)(booking);
      const chosen = chooseBooking(sim, random, mayPay);
      return chosen && { booking: chosen.label, ...chooseSum(random) };
    },
    act: (sim, { booking: label, slip, share }) =>
      atPage(sim, label, ({ id }, person, { json }) => {
        const amount = Math.max(0, dueOn(json, share)) + slip;
        if (amount === 0) return null;
        const openOf = (booking: Booking) => openPageOf(booking, booking.payers[0]);
        return {
          send: (current) =>
            current.send(
              person,
              'POST',
              `/api/booking/${id}/pay`,
              { method: 'card', amount },
              headersFor(sim, bookingIn(sim.state, id)),
            ),
          model: (state, now) => {
            const booking = bookingIn(state, id);
            const expected = openPage(state, booking, amount, now);
            const isNew = openOf(booking)?.tracker === '';
            return expected.status === 200 && isNew && cardFails(sim)
              ? failPage(state, booking, booking.payers[0])
              : expected;
          },
          read: (answer) => {
            const open = openOf(bookingIn(sim.state, id));
            const tracker = trackerOf(answer.json.payment_url ?? '');
            if (open && open.tracker === '') open.tracker = tracker;
            sim.expectEqual('the payment page', tracker, open?.tracker);
            sim.expectEqual('the sum of the page', sim.world.providers.pages.get(tracker), amount);
          },
        };
      }),
  },
  {
    name: 'card money arrives',
    weight: 12,
    choose(sim, random) {
      const payable = [...sim.state.bookings, ...sim.state.items];
      const pages = payable.flatMap(({ checkouts }) => checkouts.filter(({ tracker }) => tracker));
      // The provider reports what the browser's return has said, and may report it twice.
      const known = random.chance(0.3) ? pages.filter(({ state }) => state === 'paid') : [];
      const page = random.maybe(known) ?? random.maybe(pages);
      const how = random.pick(['reported', 'reported', 'returned', 'forged', 'failed'] as const);
      return page ? { tracker: page.tracker, how } : null;
    },
    act(sim, { tracker, how }) {
      const isIts = ({ checkouts }: { checkouts: Checkout[] }) =>
        checkouts.some((one) => one.tracker === tracker);
      const booking = sim.state.bookings.find(isIts);
      const item = sim.state.items.find(isIts);
      const amount = sim.world.providers.pages.get(tracker);
      if ((!booking && !item) || amount === undefined) return null;
      const report = createSignedCallback(tracker, {
        amount: String(amount),
        ...(how === 'forged' ? { secret: 'another secret' } : {}),
        ...(how === 'failed' ? { type: 'error:occurred' } : {}),
      });
      return {
        send: (current) =>
          how === 'returned'
            ? current.send(null, 'GET', `/api/payments/return?${createReturnQuery(tracker)}`)
            : current.send(null, 'POST', '/api/payments/callback/safepay', report.body, {
                'x-sfpy-signature': report.signature,
              }),
        model: (state, now) => {
          if (how === 'forged') return { status: 403 };
          if (how === 'failed') return OK;
          if (item) receiveItemMoney(state, itemIn(state, item.id), tracker);
          const own = booking && bookingIn(state, booking.id);
          const checkout = own?.checkouts.find((one) => one.tracker === tracker);
          if (own && checkout) receiveMoney(state, own, checkout, now);
          return { status: how === 'returned' ? 303 : 200 };
        },
      };
    },
  },
  {
    name: 'upload a receipt',
    weight: 12,
    choose(sim, random) {
      const mayUpload = (booking: Booking) =>
        booking.payers[0].method === 'bank_transfer' &&
        !booking.payers[0].receiptWaits &&
        isKnown(sim)(booking);
      // A rejected receipt is followed by another one more often than not.
      const isRejected = (booking: Booking) => mayUpload(booking) && booking.payers[0].receipts > 0;
      const again = random.chance(0.5) ? chooseBooking(sim, random, isRejected) : null;
      const chosen = again ?? chooseBooking(sim, random, mayUpload);
      return chosen && { booking: chosen.label };
    },
    act: (sim, { booking: label }) =>
      atPage(sim, label, (booking, person) => ({
        send: (current) =>
          current.send(
            person,
            'POST',
            `/api/booking/${booking.id}/receipt`,
            createReceiptForm(PICTURE),
            headersFor(sim, booking),
          ),
        model: (state, now) => {
          const own = bookingIn(state, booking.id);
          return upload(state, own, own.payers[0], now);
        },
      })),
  },
  {
    name: 'correct the email',
    weight: 3,
    choose(sim, random) {
      const mayCorrect = (booking: Booking) =>
        sim.now - booking.createdAt < 23 * HOUR && (sim.keys.get(booking.id)?.contact ?? '') !== '';
      const chosen = chooseBooking(sim, random, mayCorrect);
      return chosen && { booking: chosen.label };
    },
    act: (sim, { booking: label }, step) =>
      atPage(sim, label, (booking, person) => {
        const contact_key = sim.keys.get(booking.id)?.contact ?? '';
        if (contact_key === '' || sim.now - booking.createdAt >= 23 * HOUR) return null;
        const email = `${person.id}.${step.id}@people.example`;
        return {
          send: (current) =>
            current.send(
              person,
              'PUT',
              `/api/booking/${booking.id}/contact`,
              { email, contact_key },
              headersFor(sim, booking),
            ),
          model: (state) => correctEmail(state, bookingIn(state, booking.id), email),
          read: (answer) => {
            const before = sim.keys.get(booking.id)?.manage;
            sim.learnFrom(answer);
            const isSame = sim.keys.get(booking.id)?.manage === before;
            sim.expectEqual('whether the link before the correction goes on', isSame, false);
          },
        };
      }),
  },
  {
    name: 'wait for a time',
    weight: 10,
    choose(sim, random) {
      const person = choosePerson(random).id;
      const before = random.chance(0.5)
        ? random.maybe(sim.state.waiting.filter(({ isOpen }) => isOpen))
        : null;
      if (before) {
        const { date, court, window, length } = before;
        return { person, date, court, window, length };
      }
      const taken = random.maybe(sim.state.bookings.filter((booking) => startOf(booking) > sim.now + HOUR));
      if (!taken) return null;
      const from = Math.max(0, DAY_SLOTS.indexOf(taken.slots[0] ?? 0) - random.int(0, 2));
      return {
        person,
        date: taken.date,
        court: random.pick([taken.court, taken.court, null]),
        window: [...DAY_SLOTS.slice(from, from + random.int(2, 5))],
        length: random.pick([2, 2, 3]),
      };
    },
    act(sim, { person: id, date, court, window, length }) {
      const person = sim.person(id);
      const end = ((window.at(-1) ?? 0) + 1) % 48;
      return {
        send: (current) =>
          current.send(person, 'POST', '/api/waitlist', {
            date,
            court_id: court,
            name: person.name,
            email: emailOf(person.id),
            ...(person.role === 'member' ? { phone: person.phone, sms_updates: true } : {}),
            from: timeOf(window[0]),
            until: timeOf(end),
            duration: length * 30,
          }),
        model: (state, now) => {
          const isMember = person.role === 'member';
          const wanted = { person: person.id, date, court, window, length };
          const entry = { ...wanted, isOpen: isMember, isUnconfirmed: !isMember, offered: [], passed: [] };
          const expected = join(state, entry, now);
          if (expected.status === 201) state.told.push({ kind: 'waitlist.received', about: 0 });
          return expected;
        },
      };
    },
  },
  byEntryLink(
    'confirm the waiting list',
    12,
    'POST',
    '/confirm',
    ({ isUnconfirmed }) => isUnconfirmed,
    confirm,
  ),
  byEntryLink('leave the waiting list', 2, 'DELETE', '', ({ isOpen }) => isOpen, leave),
  {
    name: 'look at another’s booking',
    weight: 4,
    choose(sim, random) {
      const chosen = chooseBooking(sim, random);
      return (
        chosen && { person: choosePerson(random).id, booking: chosen.label, withKey: random.chance(0.5) }
      );
    },
    /** A stranger sees no person and no money, and can do nothing; a wrong key opens nothing. */
    async act(sim, { person: id, booking: label, withKey }) {
      const booking = findBooking(sim, label);
      const person = sim.person(id);
      if (!booking || booking.payers[0].person === id) return null;
      const other = [...sim.keys].find(([known]) => known !== booking.id)?.[1].manage;
      const headers: Record<string, string> = withKey && other ? { 'x-booking-key': other } : {};
      const path = `/api/booking/${booking.id}`;
      const isRefused = 'x-booking-key' in headers;
      const seen = await sim.send(person, 'GET', path, undefined, headers);
      const ended = await sim.send(person, 'POST', `${path}/cancel`, {}, headers);
      const shown = [seen.status, seen.json?.booking?.computed_amount, ended.status];
      sim.expectEqual(`what a stranger gets of booking ${booking.id}`, shown, [
        isRefused ? 403 : 200,
        undefined,
        isRefused ? 403 : 404,
      ]);
      return null;
    },
  },
  {
    name: 'look at the own account',
    weight: 3,
    choose: (_, random) => ({ person: random.pick(CUSTOMERS.filter(({ role }) => role === 'member')).id }),
    async act(sim, { person: id }) {
      const person = sim.person(id);
      const { json } = await sim.send(person, 'GET', '/api/auth/credit');
      sim.expectEqual(`the credit of ${id}`, json.credit, creditOf(sim.state, id));
      const own = sim.state.bookings.filter(
        ({ payers: [{ isMembers, person: customer }] }) => isMembers && customer === id,
      );
      const listed = (await sim.send(person, 'GET', '/api/auth/bookings')).json as { id: number }[];
      sim.expectEqual(
        `the bookings of ${id}`,
        listed.map((one) => one.id).sort(),
        own.map((one) => one.id).sort(),
      );
      return null;
    },
  },
  {
    name: 'look at the slots',
    weight: 6,
    choose: (sim, random) => ({
      person: choosePerson(random).id,
      date: plusDays(sim.today, random.int(0, 3)),
      court: random.int(1, 2),
    }),
    async act(sim, { person, date, court }) {
      const answer = await sim.send(sim.person(person), 'GET', `/api/slots?date=${date}&courtId=${court}`);
      sim.expectSlots(court, date, answer);
      return null;
    },
  },
];

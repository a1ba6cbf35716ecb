import { trackerOf } from '../../support/safepay-server.ts';
import { createReceiptForm } from '../../support/test-images.ts';
import { failPage } from '../model/cards.ts';
import { openPageOf } from '../model/checkouts.ts';
import { decide, join, leaveByHand, open, placePrice } from '../model/matches.ts';
import { tellHost } from '../model/messages.ts';
import { balanceOf, chargeOf, isSeated, isUnpaidCard, keptOf, receivedOf } from '../model/money.ts';
import { payerIn, shortName } from '../model/payers.ts';
import { payPart } from '../model/payments.ts';
import { matchOf, placesLeft } from '../model/places.ts';
import { upload } from '../model/receipts.ts';
import { dayOf, startOf } from '../model/slots.ts';
import { type Split, split } from '../model/split.ts';
import { type Booking, FORBIDDEN, HOUR, type Payer, type State } from '../model/state.ts';
import { emailOf, OWNER, type Person, updatesOf } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { type Action, bookingIn, type Kind } from '../step.ts';
import type { Answer } from '../world.ts';
import { chooseBooking, choosePerson, findBooking, labelOf } from './choices.ts';
import { atPage, cardFails, customerOf, isKnown, onceFor, PICTURE } from './customer.ts';

/** A share that a person has in mind: of a booking that isn't long over. */
export function choosePayer(
  sim: Simulation,
  random: Random,
  suits: (payer: Payer, booking: Booking) => boolean = () => true,
): { label: string; payer: Payer; booking: Booking } | null {
  const near = sim.state.bookings.filter((booking) => startOf(booking) > sim.now - 12 * HOUR);
  const all = near.flatMap((booking) => booking.payers.slice(1).map((payer) => ({ booking, payer })));
  const chosen = random.maybe(all.filter(({ payer, booking }) => suits(payer, booking)));
  const label = chosen && labelOf(sim, 'p', chosen.payer.id);
  return chosen && label ? { label, ...chosen } : null;
}

/** The share that a step names; null if a shorter story no longer has it. */
export function findPayer(sim: Simulation, label: string): { payer: Payer; booking: Booking } | null {
  const id = sim.made.get(label);
  for (const booking of sim.state.bookings) {
    const payer = payerIn(booking, id ?? 0);
    if (payer) return { payer, booking };
  }
  return null;
}

export const shareIn = (state: State, bookingId: number, id: number): [Booking, Payer] => {
  const booking = bookingIn(state, bookingId);
  const payer = payerIn(booking, id);
  if (!payer) throw new Error(`the model has no player ${id}`);
  return [booking, payer];
};

/** A member opens their own share without the link. */
function keyOf(sim: Simulation, payer: Payer, person: Person): Record<string, string> | null {
  if (payer.isMembers && payer.person === person.id) return {};
  const key = sim.payerKeys.get(payer.id);
  return key ? { 'x-booking-key': key } : null;
}

/** A share's page shows what the model says, and of the others only a first name and whether they have paid. */
async function readShare(
  sim: Simulation,
  { payer, booking }: { payer: Payer; booking: Booking },
  person: Person,
  headers: Record<string, string>,
): Promise<Answer> {
  const answer = await sim.send(person, 'GET', `/api/payers/${payer.id}`, undefined, headers);
  const { state, now } = sim;
  const { json } = answer;
  const mayLeave = payer.state !== 'left' && booking.status !== 'cancelled' && startOf(booking) > now;
  const kept = keptOf(state, booking, payer, 'customer', now);
  const shown = json && {
    state: json.payer.state,
    charge: json.payer.charge,
    balance: json.payer.balance,
    receipt: json.payer.receipt_received,
    back: json.leave_gives_back,
    payBy: json.pay_by && Date.parse(json.pay_by),
    players: json.players,
    entries: json.entries.length,
  };
  sim.expectEqual(
    `the page of player ${payer.id}`,
    [answer.status, shown],
    [
      200,
      {
        state: payer.state,
        charge: payer.charge,
        balance: balanceOf(state, payer),
        receipt: payer.receiptWaits,
        back: mayLeave ? receivedOf(state, payer) - kept : null,
        payBy: payer.receiptWaits
          ? null
          : (payer.holdUntil ?? (booking.status === 'pending' ? booking.payBy : null)),
        players: booking.payers.filter(isSeated).map((other) => ({
          name: shortName(other.name),
          is_host: other.position === 1,
          paid: booking.status !== 'cancelled' && balanceOf(state, other) <= 0,
        })),
        entries: shown?.entries,
      },
    ],
  );
  return answer;
}

/** An action on a share's page. */
async function atShare(
  sim: Simulation,
  label: string,
  who: string | undefined,
  act: (
    found: { payer: Payer; booking: Booking },
    person: Person,
    headers: Record<string, string>,
    page: Answer,
  ) => Action | null,
): Promise<Action | null> {
  const found = findPayer(sim, label);
  const name = found?.payer.person ?? who;
  const person = name === undefined ? null : sim.person(name);
  const headers = found && person && keyOf(sim, found.payer, person);
  if (!found || !person || !headers) return null;
  return act(found, person, headers, await readShare(sim, found, person, headers));
}

/** Equal parts, amounts, or all but one rupee for one other payer. */
function chooseSplit(random: Random, booking: Booking): Split {
  if (random.chance(0.2)) return { payers: [{ charge: Math.max(1, chargeOf(booking) - 1) }] };
  const count = random.int(1, 3);
  const hasSums = random.chance(0.3);
  const rest = random.pick(['host', 'host', 'open'] as const);
  const payers = Array.from({ length: count }, (_, at) => ({
    ...(random.chance(0.5) ? { name: ['Friend', 'Brother', 'Cousin'][at] ?? '' } : {}),
    ...(hasSums ? { charge: random.pick([500, 1000, 1500, 2500]) } : {}),
  }));
  return { payers, rest };
}

const isComing = (sim: Simulation) => (booking: Booking) =>
  booking.status !== 'cancelled' && startOf(booking) > sim.now && isKnown(sim)(booking);

export const PAYER_KINDS: Kind[] = [
  {
    name: 'split the price',
    weight: 9,
    choose(sim, random) {
      const isPaid = (booking: Booking) =>
        isComing(sim)(booking) && booking.status === 'paid' && booking.payers.length === 1;
      const chosen =
        (random.chance(0.5) && chooseBooking(sim, random, isPaid)) ||
        chooseBooking(sim, random, isComing(sim));
      return (
        chosen && {
          booking: chosen.label,
          ...chooseSplit(random, chosen.booking),
          atDesk: random.chance(0.15),
        }
      );
    },
    act: (sim, { booking: label, payers, rest, atDesk }, step) =>
      atPage(sim, label, (booking, person) => {
        const { id } = booking;
        const headers = atDesk ? { 'idempotency-key': `the-desk-${step.id}` } : onceFor(sim, booking, step);
        return {
          send: (current) =>
            current.send(
              atDesk ? OWNER : person,
              'PUT',
              `/api/booking/${id}/payers`,
              { payers, rest },
              headers,
            ),
          model: (state, now) => {
            const own = bookingIn(state, id);
            const expected = split(state, own, { payers, rest }, now);
            // The reception doesn't read the links.
            if (atDesk && expected.status === 200)
              tellHost(state, 'host.shares', own, isUnpaidCard(state, own));
            return expected;
          },
          read: (answer) => sim.learn(answer.text),
        };
      }),
  },
  {
    name: 'change the shares',
    weight: 5,
    choose(sim, random) {
      const chosen = chooseBooking(
        sim,
        random,
        (booking) => booking.payers.length > 1 && isComing(sim)(booking),
      );
      return (
        chosen && {
          booking: chosen.label,
          without: random.pick([null, null, 0, 1]),
          more: random.pick([0, 1, 1]),
          sum: random.pick([null, null, 700, 1200]),
          rest: random.pick([undefined, 'host', 'open']),
        }
      );
    },
    act: (sim, { booking: label, without, more, sum, rest }, step) =>
      atPage(sim, label, (booking, person) => {
        const { id } = booking;
        const charge = sum === null ? {} : { charge: sum };
        const seated = booking.payers.slice(1).filter(isSeated);
        const kept = seated.filter((_, at) => at !== without).map((payer) => ({ id: payer.id, ...charge }));
        const payers = [...kept, ...Array.from({ length: more }, () => charge)].slice(0, 3);
        const change = { payers, ...(rest ? { rest } : {}) };
        const headers = onceFor(sim, booking, step);
        return {
          send: (current) => current.send(person, 'PUT', `/api/booking/${id}/payers`, change, headers),
          model: (state, now) => split(state, bookingIn(state, id), change, now),
          read: (answer) => sim.learn(answer.text),
        };
      }),
  },
  {
    name: 'pay a share',
    weight: 22,
    choose(sim, random) {
      const owes = (payer: Payer) =>
        sim.payerKeys.has(payer.id) && (random.chance(0.1) || balanceOf(sim.state, payer) > 0);
      const chosen = choosePayer(sim, random, owes);
      if (!chosen) return null;
      const person = sim.person(chosen.payer.person ?? choosePerson(random).id);
      const method = random.pick(['cash', 'bank_transfer', 'bank_transfer', 'card', 'credit'] as const);
      return {
        payer: chosen.label,
        person: person.id,
        method: person.role === 'guest' && method === 'credit' ? 'cash' : method,
        slip: random.chance(0.1) ? 100 : 0,
      };
    },
    act: (sim, { payer: label, person: who, method, slip }, step) =>
      atShare(sim, label, who, ({ payer: { id, email: taken }, booking }, person, headers, { json }) => {
        const amount = Math.max(0, json.payer.balance) + slip;
        const { name, phone } = person;
        const email = emailOf(person.id);
        const order = { person: person.id, name, email, isMember: person.role === 'member', method, amount };
        const key = { ...headers, 'idempotency-key': `the-story-${step.id}-${person.id}` };
        return {
          send: (current) =>
            current.send(
              person,
              'POST',
              `/api/payers/${id}/pay`,
              { method, amount, name, email, phone, ...updatesOf(person) },
              key,
            ),
          model: (state, now) => {
            const [own, payer] = shareIn(state, booking.id, id);
            // Another browser has used the link in the meantime, which ends it.
            const isUsed = taken === '' && payer.email !== '';
            if (isUsed && !(payer.isMembers && payer.person === person.id)) return FORBIDDEN;
            const expected = payPart(state, own, payer, order, now);
            const isNew = method === 'card' && openPageOf(own, payer)?.tracker === '';
            // The player gets their own link even if the page can't be opened.
            if (expected.status === 200 && isNew && cardFails(sim)) failPage(state, own, payer);
            return expected;
          },
          read: (answer) => {
            sim.learn(answer.text);
            const page = openPageOf(...shareIn(sim.state, booking.id, id));
            if (method === 'card' && page?.tracker === '')
              page.tracker = trackerOf(answer.json.payment_url ?? '');
          },
        };
      }),
  },
  {
    name: 'send the receipt of a share',
    weight: 6,
    choose(sim, random) {
      const isTransfer = ({ method, email }: Payer) => method === 'bank_transfer' && email !== '';
      const chosen = choosePayer(sim, random, isTransfer);
      return chosen && { payer: chosen.label };
    },
    act: (sim, { payer: label }) =>
      atShare(sim, label, undefined, ({ payer: { id }, booking }, person, headers) => ({
        send: (current) =>
          current.send(person, 'POST', `/api/payers/${id}/receipt`, createReceiptForm(PICTURE), headers),
        model: (state, now) => upload(state, ...shareIn(state, booking.id, id), now),
      })),
  },
  {
    name: 'give a place back',
    weight: 6,
    choose(sim, random) {
      const isTaken = ({ person }: Payer) => person !== null;
      const hasPaid = (payer: Payer) =>
        isTaken(payer) && payer.state !== 'left' && receivedOf(sim.state, payer) > 0;
      const paid = random.chance(0.5) ? choosePayer(sim, random, hasPaid) : null;
      const chosen = paid ?? choosePayer(sim, random, isTaken);
      return (
        chosen && {
          payer: chosen.label,
          toCredit: random.chance(0.3),
          slip: random.chance(0.1) ? 100 : 0,
        }
      );
    },
    act: (sim, { payer: label, toCredit, slip }, step) =>
      atShare(sim, label, undefined, ({ payer: { id }, booking }, person, headers, { json }) => {
        const back = (json.leave_gives_back ?? 0) + slip;
        const input = { amount_back: back, refund_to: toCredit ? 'credit' : 'money' };
        const key = { ...headers, 'idempotency-key': `the-story-${step.id}-${person.id}` };
        return {
          send: (current) => current.send(person, 'POST', `/api/payers/${id}/leave`, input, key),
          model: (state, now) =>
            leaveByHand(state, ...shareIn(state, booking.id, id), { back, toCredit, isTakenOff: false }, now),
        };
      }),
  },
  {
    name: 'take a player off',
    weight: 4,
    choose(sim, random) {
      const chosen = choosePayer(sim, random, (_, booking) => isKnown(sim)(booking));
      return chosen && { payer: chosen.label };
    },
    act(sim, { payer: label }, step) {
      const found = findPayer(sim, label);
      const host = found && customerOf(sim, found.booking);
      if (!found || !host) return null;
      const { payer, booking } = found;
      const back = receivedOf(sim.state, payer);
      const input = { amount_back: back, reason: 'The level does not fit' };
      return {
        send: (current) =>
          current.send(host, 'POST', `/api/payers/${payer.id}/leave`, input, onceFor(sim, booking, step)),
        model: (state, now) =>
          leaveByHand(
            state,
            ...shareIn(state, booking.id, payer.id),
            { back, toCredit: false, isTakenOff: true },
            now,
          ),
      };
    },
  },
  {
    name: 'open a match',
    weight: 7,
    choose(sim, random) {
      const chosen = chooseBooking(sim, random, isComing(sim));
      return chosen && { booking: chosen.label, places: random.int(1, 3), isPublic: random.chance(0.7) };
    },
    act: (sim, { booking: label, places, isPublic }, step) =>
      atPage(sim, label, (booking, person) => {
        const { id } = booking;
        const headers = onceFor(sim, booking, step);
        return {
          send: (current) =>
            current.send(person, 'POST', `/api/booking/${id}/open`, { places, public: isPublic }, headers),
          model: (state, now) => open(state, bookingIn(state, id), places, isPublic, now),
          read: (answer) => sim.learn(answer.text),
        };
      }),
  },
  {
    name: 'decide on a match',
    weight: 3,
    choose(sim, random) {
      const mayDecide = (booking: Booking) => matchOf(booking) !== null && isKnown(sim)(booking);
      const chosen = chooseBooking(sim, random, mayDecide);
      return chosen && { booking: chosen.label, decision: random.pick(['keep', 'keep', 'close']) };
    },
    act: (sim, { booking: label, decision }, step) =>
      atPage(sim, label, (booking, person) => {
        const { id } = booking;
        const headers = onceFor(sim, booking, step);
        return {
          send: (current) => current.send(person, 'PUT', `/api/booking/${id}/open`, { decision }, headers),
          model: (state) => decide(state, bookingIn(state, id), decision, state.now),
        };
      }),
  },
  {
    name: 'join a match',
    weight: 16,
    choose(sim, random) {
      const isOpen = (booking: Booking) => matchOf(booking) !== null && startOf(booking) > sim.now;
      const chosen = chooseBooking(sim, random, isOpen);
      return chosen && { booking: chosen.label, person: choosePerson(random).id, wait: random.chance(0.6) };
    },
    act(sim, { booking: label, person: who, wait }, step) {
      const booking = findBooking(sim, label);
      const match = booking && matchOf(booking);
      const key = match && (match.isPublic ? '' : sim.matchKeys.get(match.id));
      if (!booking || !match || key === undefined || key === null) return null;
      const { id: person, name, phone, role } = sim.person(who);
      const email = emailOf(person);
      const path = `/api/matches/${match.id}/players${key ? `?key=${key}` : ''}`;
      return {
        send: (current) =>
          current.send(
            sim.person(who),
            'POST',
            path,
            { name, email, phone, wait, ...updatesOf(sim.person(who)) },
            { 'idempotency-key': `the-story-${step.id}-${person}` },
          ),
        model: (state, now) =>
          join(
            state,
            bookingIn(state, booking.id),
            { person, name, email, isMember: role === 'member', wait },
            now,
          ),
        read: (answer) => sim.learn(answer.text),
      };
    },
  },
  {
    name: 'look at the matches',
    weight: 3,
    choose: (_, random) => ({ person: choosePerson(random).id }),
    async act(sim, { person }) {
      const { json } = await sim.send(sim.person(person), 'GET', '/api/matches');
      const { state, now } = sim;
      const coming = state.bookings.filter(
        (booking) =>
          matchOf(booking)?.isPublic &&
          booking.status !== 'cancelled' &&
          booking.date >= dayOf(now) &&
          startOf(booking) > now,
      );
      type Shown = { id: number; places_left: number; price: number; state: string; players: string[] };
      sim.expectEqual(
        'the list of matches',
        (json as Shown[])
          .map(({ id, places_left, price, state: shown, players }) => [
            id,
            places_left,
            price,
            shown,
            players,
          ])
          .sort(([one], [other]) => Number(one) - Number(other)),
        coming
          .map((booking) => {
            const left = placesLeft(booking);
            return [
              booking.match?.id ?? 0,
              left,
              // Somebody waiting for a place in a full match reads what a place costs.
              left === 0 ? Math.floor(chargeOf(booking) / 4) : placePrice(booking),
              left === 0 ? 'full' : 'open',
              booking.payers.filter(isSeated).map(({ name }) => shortName(name)),
            ];
          })
          .sort(([one], [other]) => Number(one) - Number(other)),
      );
      return null;
    },
  },
  {
    name: 'use an old link',
    weight: 3,
    choose: (sim, random) => (sim.oldKeys.size > 0 ? { at: random.int(0, sim.oldKeys.size - 1) } : null),
    async act(sim, { at }) {
      const [key, path = ''] = [...sim.oldKeys][at] ?? [];
      if (!key) return null;
      const { status } = await sim.send(null, 'GET', `/api/${path}`, undefined, { 'x-booking-key': key });
      sim.expectEqual(`what an old link of ${path} opens`, status, 403);
      return null;
    },
  },
];

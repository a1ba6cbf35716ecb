import { trackerOf } from '../../support/safepay-server.ts';
import { createReceiptForm } from '../../support/test-images.ts';
import { failPage } from '../model/cards.ts';
import { openPageOf } from '../model/checkouts.ts';
import { decide, join, leaveShare, open, placePrice } from '../model/matches.ts';
import { tellHost } from '../model/messages.ts';
import { balanceOf, isUnpaidCard, percentBack, playersOf, receivedOf } from '../model/money.ts';
import { payShare, sendReceipt } from '../model/payments.ts';
import {
  changeSplit,
  isSeated,
  keptShare,
  matchOf,
  placesLeft,
  playerIn,
  type Split,
  shortName,
  split,
} from '../model/shares.ts';
import { dayOf, startOf } from '../model/slots.ts';
import { type Booking, FORBIDDEN, HOUR, type Player, type State } from '../model/state.ts';
import { CUSTOMERS, emailOf, OWNER, type Person } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { type Action, bookingIn, type Kind } from '../step.ts';
import type { Answer } from '../world.ts';
import { chooseBooking, choosePerson, findBooking, labelOf } from './choices.ts';
import { atPage, cardFails, customerOf, isKnown, onceFor, PICTURE } from './customer.ts';

/** A share that a person thinks of: of a booking that is not long over. */
export function choosePlayer(
  sim: Simulation,
  random: Random,
  suits: (player: Player, booking: Booking) => boolean = () => true,
): { label: string; player: Player; booking: Booking } | null {
  const near = sim.state.bookings.filter((booking) => startOf(booking) > sim.now - 12 * HOUR);
  const all = near.flatMap((booking) => playersOf(booking).map((player) => ({ booking, player })));
  const chosen = random.maybe(all.filter(({ player, booking }) => !player.isHost && suits(player, booking)));
  const label = chosen && labelOf(sim, 'p', chosen.player.id);
  return chosen && label ? { label, ...chosen } : null;
}

/** The share that a step names; null when there is none any more in a shorter story. */
export function findPlayer(sim: Simulation, label: string): { player: Player; booking: Booking } | null {
  const id = sim.made.get(label);
  for (const booking of sim.state.bookings) {
    const player = playerIn(booking, id);
    if (player) return { player, booking };
  }
  return null;
}

const shareIn = (state: State, bookingId: number, id: number): [Booking, Player] => {
  const booking = bookingIn(state, bookingId);
  const player = playerIn(booking, id);
  if (!player) throw new Error(`the model has no player ${id}`);
  return [booking, player];
};

/** A member opens their own share without the link. */
function keyOf(sim: Simulation, player: Player, person: Person): Record<string, string> | null {
  if (player.isMembers && player.person === person.id) return {};
  const key = sim.playerKeys.get(player.id);
  return key ? { 'x-player-key': key } : null;
}

/** The page of a share shows what the model says, and of the others a first name and whether they have paid. */
async function readShare(
  sim: Simulation,
  { player, booking }: { player: Player; booking: Booking },
  person: Person,
  headers: Record<string, string>,
): Promise<Answer> {
  const answer = await sim.send(person, 'GET', `/api/players/${player.id}`, undefined, headers);
  const { state, now } = sim;
  const { json } = answer;
  const mayLeave = player.state !== 'left' && booking.status !== 'cancelled' && startOf(booking) > now;
  const kept = keptShare(state, booking, player, percentBack(booking, 'customer', now));
  const hostName = CUSTOMERS.find(({ id }) => id === booking.person)?.name ?? 'Walk In';
  const shown = json && {
    state: json.player.state,
    charge: json.player.charge,
    balance: json.player.balance,
    receipt: json.player.receipt_received,
    back: json.leave_gives_back,
    payBy: json.pay_by && Date.parse(json.pay_by),
    players: json.players,
    entries: json.entries.length,
  };
  sim.expectEqual(
    `the page of player ${player.id}`,
    [answer.status, shown],
    [
      200,
      {
        state: player.state,
        charge: player.charge,
        balance: balanceOf(state, booking, player),
        receipt: player.hasReceipt,
        back: mayLeave ? receivedOf(state, booking, player) - kept : null,
        payBy: player.holdUntil ?? (booking.status === 'pending' ? booking.payBy : null),
        players: playersOf(booking)
          .filter(isSeated)
          .map((other) => ({
            name: shortName(other.isHost ? hostName : other.name),
            is_host: other.isHost,
            paid: balanceOf(state, booking, other) <= 0,
          })),
        entries: shown?.entries,
      },
    ],
  );
  return answer;
}

/** An action at the page of a share. */
async function atShare(
  sim: Simulation,
  label: string,
  who: string | undefined,
  act: (
    found: { player: Player; booking: Booking },
    person: Person,
    headers: Record<string, string>,
    page: Answer,
  ) => Action | null,
): Promise<Action | null> {
  const found = findPlayer(sim, label);
  const name = found?.player.person ?? who;
  const person = name === undefined ? null : sim.person(name);
  const headers = found && person && keyOf(sim, found.player, person);
  if (!found || !person || !headers) return null;
  return act(found, person, headers, await readShare(sim, found, person, headers));
}

function chooseSplit(random: Random): Split {
  const count = random.int(1, 3);
  const hasSums = random.chance(0.3);
  const rest = random.pick(['host', 'host', 'open'] as const);
  const players = Array.from({ length: count }, (_, at) => ({
    ...(random.chance(0.5) ? { name: ['Friend', 'Brother', 'Cousin'][at] ?? '' } : {}),
    ...(hasSums ? { charge: random.pick([500, 1000, 1500, 2500]) } : {}),
  }));
  return { players, rest };
}

const isComing = (sim: Simulation) => (booking: Booking) =>
  booking.status !== 'cancelled' && startOf(booking) > sim.now && isKnown(sim)(booking);

export const PLAYER_KINDS: Kind[] = [
  {
    name: 'split the price',
    weight: 9,
    choose(sim, random) {
      const isPaid = (booking: Booking) =>
        isComing(sim)(booking) && booking.status === 'paid' && booking.activity === null;
      const chosen =
        (random.chance(0.5) && chooseBooking(sim, random, isPaid)) ||
        chooseBooking(sim, random, isComing(sim));
      return chosen && { booking: chosen.label, ...chooseSplit(random), atDesk: random.chance(0.15) };
    },
    act: (sim, { booking: label, players, rest, atDesk }, step) =>
      atPage(sim, label, (booking, person) => {
        const { id } = booking;
        const headers = atDesk ? { 'idempotency-key': `the-desk-${step.id}` } : onceFor(sim, booking, step);
        return {
          send: (current) =>
            current.send(
              atDesk ? OWNER : person,
              'POST',
              `/api/booking/${id}/players`,
              { players, rest },
              headers,
            ),
          model: (state, now) => {
            const own = bookingIn(state, id);
            const expected = split(state, own, { players, rest }, now);
            // The reception does not read the links.
            if (atDesk && expected.status === 201) tellHost(state, 'shares', own, isUnpaidCard(state, own));
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
        (booking) => booking.activity !== null && isComing(sim)(booking),
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
        const seated = playersOf(booking).filter((player) => !player.isHost && isSeated(player));
        const kept = seated.filter((_, at) => at !== without).map((player) => ({ id: player.id, ...charge }));
        const players = [...kept, ...Array.from({ length: more }, () => charge)].slice(0, 3);
        const change = { players, ...(rest ? { rest } : {}) };
        const headers = onceFor(sim, booking, step);
        return {
          send: (current) => current.send(person, 'PUT', `/api/booking/${id}/players`, change, headers),
          model: (state, now) => changeSplit(state, bookingIn(state, id), change, now),
          read: (answer) => sim.learn(answer.text),
        };
      }),
  },
  {
    name: 'pay a share',
    weight: 22,
    choose(sim, random) {
      const owes = (player: Player, booking: Booking) =>
        sim.playerKeys.has(player.id) && (random.chance(0.1) || balanceOf(sim.state, booking, player) > 0);
      const chosen = choosePlayer(sim, random, owes);
      if (!chosen) return null;
      const person = sim.person(chosen.player.person ?? choosePerson(random).id);
      const method = random.pick(['cash', 'bank_transfer', 'bank_transfer', 'card', 'credit'] as const);
      return {
        player: chosen.label,
        person: person.id,
        method: person.role === 'guest' && method === 'credit' ? 'cash' : method,
        slip: random.chance(0.1) ? 100 : 0,
      };
    },
    act: (sim, { player: label, person: who, method, slip }, step) =>
      atShare(sim, label, who, ({ player: { id, email: taken }, booking }, person, headers, { json }) => {
        const amount = Math.max(0, json.player.balance) + slip;
        const { name, phone } = person;
        const email = emailOf(person.id);
        const order = { person: person.id, name, email, isMember: person.role === 'member', method, amount };
        const key = { ...headers, 'idempotency-key': `the-story-${step.id}-${person.id}` };
        return {
          send: (current) =>
            current.send(
              person,
              'POST',
              `/api/players/${id}/pay`,
              { method, amount, name, email, phone },
              key,
            ),
          model: (state, now) => {
            const [own, player] = shareIn(state, booking.id, id);
            // Another browser has used the link meanwhile, which ends it.
            const isUsed = taken === '' && player.email !== '';
            if (isUsed && !(player.isMembers && player.person === person.id)) return FORBIDDEN;
            const expected = payShare(state, own, player, order, now);
            const isNew = method === 'card' && openPageOf(own, id)?.tracker === '';
            // The player gets the own link also when the page cannot be opened.
            if (expected.status === 200 && isNew && cardFails(sim)) failPage(state, own, id);
            return expected;
          },
          read: (answer) => {
            sim.learn(answer.text);
            const page = openPageOf(bookingIn(sim.state, booking.id), id);
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
      const isTransfer = ({ method, email }: Player) => method === 'bank_transfer' && email !== '';
      const chosen = choosePlayer(sim, random, isTransfer);
      return chosen && { player: chosen.label };
    },
    act: (sim, { player: label }) =>
      atShare(sim, label, undefined, ({ player: { id }, booking }, person, headers) => ({
        send: (current) =>
          current.send(person, 'POST', `/api/players/${id}/receipt`, createReceiptForm(PICTURE), headers),
        model: (state, now) => sendReceipt(state, ...shareIn(state, booking.id, id), now),
      })),
  },
  {
    name: 'give a place back',
    weight: 6,
    choose(sim, random) {
      const isTaken = ({ person }: Player) => person !== null;
      const hasPaid = (player: Player, booking: Booking) =>
        isTaken(player) && player.state !== 'left' && receivedOf(sim.state, booking, player) > 0;
      const paid = random.chance(0.5) ? choosePlayer(sim, random, hasPaid) : null;
      const chosen = paid ?? choosePlayer(sim, random, isTaken);
      return (
        chosen && {
          player: chosen.label,
          toCredit: random.chance(0.3),
          slip: random.chance(0.1) ? 100 : 0,
        }
      );
    },
    act: (sim, { player: label, toCredit, slip }, step) =>
      atShare(sim, label, undefined, ({ player: { id }, booking }, person, headers, { json }) => {
        const back = (json.leave_gives_back ?? 0) + slip;
        const input = { amount_back: back, refund_to: toCredit ? 'credit' : 'money' };
        const key = { ...headers, 'idempotency-key': `the-story-${step.id}-${person.id}` };
        return {
          send: (current) => current.send(person, 'POST', `/api/players/${id}/leave`, input, key),
          model: (state, now) =>
            leaveShare(state, ...shareIn(state, booking.id, id), { back, toCredit, isTakenOff: false }, now),
        };
      }),
  },
  {
    name: 'take a player off',
    weight: 4,
    choose(sim, random) {
      const chosen = choosePlayer(sim, random, (_, booking) => isKnown(sim)(booking));
      return chosen && { player: chosen.label };
    },
    act(sim, { player: label }, step) {
      const found = findPlayer(sim, label);
      const host = found && customerOf(sim, found.booking);
      if (!found || !host) return null;
      const { player, booking } = found;
      const back = receivedOf(sim.state, booking, player);
      const input = { amount_back: back, reason: 'The level does not fit' };
      return {
        send: (current) =>
          current.send(host, 'POST', `/api/players/${player.id}/leave`, input, onceFor(sim, booking, step)),
        model: (state, now) =>
          leaveShare(
            state,
            ...shareIn(state, booking.id, player.id),
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
            { name, email, phone, wait },
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
            const players = playersOf(booking);
            const left = booking.activity ? placesLeft(booking.activity) : 0;
            const host = CUSTOMERS.find(({ id }) => id === booking.person)?.name ?? 'Walk In';
            return [
              booking.activity?.id ?? 0,
              left,
              // Who waits for a place of a full match reads what a place costs.
              left === 0 ? Math.floor(booking.charge / 4) : placePrice(booking),
              left === 0 ? 'full' : 'open',
              players.filter(isSeated).map(({ isHost, name }) => shortName(isHost ? host : name)),
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
      const header = path.startsWith('booking') ? 'x-booking-key' : 'x-player-key';
      const { status } = await sim.send(null, 'GET', `/api/${path}`, undefined, { [header]: key });
      sim.expectEqual(`what an old link of ${path} opens`, status, 403);
      return null;
    },
  },
];

import { TEST_IBAN } from '../../support/test-bank-account.ts';
import {
  clockOf,
  dateOf,
  isClear,
  listMissing,
  listTransfers,
  matchLine,
  openSum,
  type Part,
  send,
} from '../model/bank.ts';
import { payerIn } from '../model/payers.ts';
import { plusDays } from '../model/slots.ts';
import type { Transfer } from '../model/state.ts';
import { CUSTOMERS, OWNER, RECEPTION } from '../people.ts';
import type { Simulation } from '../simulation.ts';
import type { Kind } from '../step.ts';
import { chooseBooking, choosePerson, findBooking } from './choices.ts';
import { chooseItem, findItem } from './items.ts';
import { choosePayer, findPayer } from './payers.ts';

const COLUMNS = {
  header: 0,
  date: 0,
  date_order: 'ymd',
  time: 1,
  credit: 2,
  direction: null,
  text: [3],
  iban: TEST_IBAN,
};

interface Line {
  id: number;
  date: string;
  time: string | null;
  amount: number;
  text: string;
  proposals: { parts: Part[]; entry_id: number | null }[];
}

const csvOf = (lines: readonly Transfer[]): string =>
  [
    'Date,Time,Credit,Details',
    ...lines.map(({ at, amount, text }) => `${dateOf(at)},${clockOf(at)},${amount},${text}`),
  ].join('\n');

/** The transfer that a line on the page stands for. */
function findTransfer({ transfers }: Simulation['state'], { date, time, amount, text }: Line): Transfer {
  const found = transfers.find(
    (one) =>
      one.isListed &&
      dateOf(one.at) === date &&
      clockOf(one.at) === (time ?? '00:00') &&
      one.amount === amount &&
      one.text === text,
  );
  if (!found) throw new Error(`the bank knows no line ${date} ${time} ${amount} ${text}`);
  return found;
}

/** A sure line belongs to the person who sent it, with its whole amount. */
function judgeSure(sim: Simulation, line: Line): string[] {
  const transfer = findTransfer(sim.state, line);
  const [best] = line.proposals;
  if (!best) return [`the sure line ${line.id} belongs to nothing`];
  const payer = payerOf(sim, transfer.booking, transfer.payer);
  const isOther = best.parts.some(({ booking_id, payer_id }) => payerOf(sim, booking_id, payer_id) !== payer);
  const sum = best.parts.reduce((total, { amount }) => total + amount, 0);
  return [
    ...(isOther ? [`the sure line ${line.id} belongs to another person`] : []),
    ...(sum === line.amount ? [] : [`the sure line ${line.id} of ${line.amount} pays ${sum}`]),
  ];
}

function payerOf({ state }: Simulation, bookingId: number | null, payerId: number): string | null {
  const booking = state.bookings.find(({ id }) => id === bookingId);
  const payer = booking ? payerIn(booking, payerId) : state.items.find(({ id }) => id === payerId);
  return payer?.person ?? null;
}

export const BANK_KINDS: Kind[] = [
  {
    name: 'send a transfer',
    weight: 9,
    choose(sim, random) {
      const how = random.pick([
        'honest',
        'honest',
        'honest',
        'short',
        'wrong number',
        'by a friend',
      ] as const);
      const friend = choosePerson(random).id;
      const isTwice = random.chance(0.1);
      const payer = random.chance(0.4)
        ? choosePayer(sim, random, ({ method, person }) => method === 'bank_transfer' && person !== null)
        : null;
      if (payer) return { payer: payer.label, how, friend, isTwice };
      const bought = random.chance(0.25)
        ? chooseItem(sim, random, ({ method, person }) => method === 'bank_transfer' && person !== null)
        : null;
      if (bought) return { item: bought.label, how, friend, isTwice };
      const chosen = chooseBooking(
        sim,
        random,
        ({ payers: [{ method, person }], status }) =>
          method === 'bank_transfer' && person !== null && status !== 'cancelled',
      );
      return chosen && { booking: chosen.label, how, friend, isTwice };
    },
    act(sim, { booking: label, payer: share, item, how, friend, isTwice }) {
      const found = share ? findPayer(sim, share) : null;
      const booking = found?.booking ?? findBooking(sim, label ?? '');
      const payer = item ? findItem(sim, item) : (found?.payer ?? booking?.payers[0]);
      const sender = CUSTOMERS.find(({ id }) => id === payer?.person);
      const sum = payer ? openSum(sim.state, booking, payer) : 0;
      if (!payer || !sender || sum <= 1) return null;
      const name = how === 'by a friend' ? sim.person(friend).name : sender.name;
      const right = booking?.id ?? payer.id;
      const number = how === 'wrong number' ? right + 1 : right;
      const amount = how === 'short' ? sum - 1 : sum;
      const text = `IBFT ${name.toUpperCase()} ${booking ? 'booking' : 'payment'} ${number}`;
      const transfer = { amount, text, booking: booking?.id ?? null, payer: payer.id, how };
      send(sim.state, { ...transfer, at: sim.now });
      if (isTwice) send(sim.state, { ...transfer, at: sim.now });
      return null;
    },
  },
  {
    name: 'drop the statement',
    weight: 4,
    choose: (sim, random) => (sim.state.transfers.length > 0 ? { days: random.int(0, 3) } : null),
    act(sim, { days }, step) {
      const from = plusDays(dateOf(sim.now), -days);
      const { lines, fresh } = listTransfers(structuredClone(sim.state), from, sim.now);
      if (lines.length === 0) return null;
      const form = new FormData();
      form.set('file', new File([csvOf(lines)], 'statement.csv'));
      form.set('columns', JSON.stringify(COLUMNS));
      return {
        send: (current) => current.send(OWNER, 'POST', '/api/admin/statements', form),
        model: (state, now) => {
          listTransfers(state, from, now);
          return { status: 201 };
        },
        read: ({ json }) =>
          sim.expectEqual(
            'what the statement adds',
            // Anything that arrived before a power cut is not new the second time.
            [json.data.lines, step.cut ? fresh : json.data.new],
            [lines.length, fresh],
          ),
      };
    },
  },
  {
    name: 'use the sure lines',
    weight: 5,
    choose: (sim) => (sim.state.transfers.some(({ isListed, isUsed }) => isListed && !isUsed) ? {} : null),
    async act(sim, _, step) {
      const path = '/api/admin/bank-lines?state=sure&limit=100';
      const { json } = await sim.send(RECEPTION, 'GET', path);
      const sure = (json.data.lines as Line[]).toSorted(
        (one, other) =>
          one.date.localeCompare(other.date) ||
          (one.time ?? '').localeCompare(other.time ?? '') ||
          one.id - other.id,
      );
      const wrong = sure.flatMap((line) => judgeSure(sim, line));
      sim.expectEqual('what is wrong with the sure lines', wrong, []);
      const found = sure.map((line) => findTransfer(sim.state, line));
      const unsure = sim.state.transfers.filter(
        (line) => isClear(sim.state, line, sim.now) && !found.includes(line),
      );
      sim.expectEqual(
        'the clear lines that are not sure',
        unsure.map(({ text }) => text),
        [],
      );
      const indexes = found.map((line) => sim.state.transfers.indexOf(line));
      return {
        send: (current) => current.send(RECEPTION, 'POST', '/api/admin/bank-lines/match-sure'),
        model: (state) => {
          for (const [at, { proposals }] of sure.entries()) {
            const line = state.transfers[indexes[at] ?? -1];
            if (line) matchLine(state, line, proposals[0]?.parts ?? [], proposals[0]?.entry_id ?? null);
          }
          return { status: 201 };
        },
        read: (answer) =>
          sim.expectEqual(
            'the sure lines that were used',
            step.cut ? sure.length : answer.json.data.matched,
            sure.length,
          ),
      };
    },
  },
  {
    name: 'look at what the bank does not show',
    weight: 4,
    choose: (sim) => (sim.state.covered ? {} : null),
    async act(sim) {
      const { json } = await sim.send(RECEPTION, 'GET', '/api/admin/missing-transfers');
      type Missing = { booking_id: number; payer_id: number; amount: number };
      const shown = (json.data.transfers as Missing[]).map(({ payer_id, amount }) => `${payer_id} ${amount}`);
      sim.expectEqual('what the bank does not show', shown.sort(), listMissing(sim.state));
      return null;
    },
  },
];

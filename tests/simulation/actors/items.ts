import { trackerOf } from '../../support/safepay-server.ts';
import { createReceiptForm } from '../../support/test-images.ts';
import {
  endItemPages,
  itemIn,
  itemPage,
  keptOfItem,
  leaveByPayer,
  payOnPage,
  recordItemMoney,
  refundItem,
  rejectItem,
  takeOffItem,
  uploadItem,
} from '../model/items.ts';
import { balanceOf, receivedOf } from '../model/money.ts';
import type { Item } from '../model/state.ts';
import { OWNER, type Person, RECEPTION } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { Action, Kind } from '../step.ts';
import type { Answer } from '../world.ts';
import { labelOf } from './choices.ts';
import { cardFails, PICTURE } from './customer.ts';

/** An item that somebody has in mind. */
export function chooseItem(
  sim: Simulation,
  random: Random,
  suits: (item: Item) => boolean = () => true,
): { label: string; item: Item } | null {
  const item = random.maybe(sim.state.items.filter(suits));
  const label = item && labelOf(sim, 'p', item.id);
  return item && label ? { label, item } : null;
}

/** The item that a step names; null if a shorter story no longer has it. */
export function findItem(sim: Simulation, label: string): Item | null {
  const id = sim.made.get(label);
  return sim.state.items.find((item) => item.id === id) ?? null;
}

/** A member opens what their account bought without the link. */
export function keyOf(sim: Simulation, item: Item): Record<string, string> | null {
  if (item.isMembers) return {};
  const key = sim.payerKeys.get(item.id);
  return key ? { 'x-booking-key': key } : null;
}

/** The item's page shows what the model says. */
async function readItem(
  sim: Simulation,
  item: Item,
  person: Person,
  headers: Record<string, string>,
): Promise<Answer> {
  const answer = await sim.send(person, 'GET', `/api/payers/${item.id}`, undefined, headers);
  const { state, now } = sim;
  const { payer, leave_gives_back, pay_by } = answer.json ?? {};
  const kept = item.state === 'left' ? null : keptOfItem(state, item, now);
  const came = receivedOf(state, item);
  sim.expectEqual(
    `the page of item ${item.id}`,
    [answer.status, payer?.state, payer?.charge, payer?.balance, payer?.receipt_received, leave_gives_back],
    [
      200,
      item.state,
      item.charge,
      balanceOf(state, item),
      item.receiptWaits,
      kept === null ? null : Math.max(0, came - kept),
    ],
  );
  sim.expectEqual(`until when item ${item.id} is held`, pay_by && Date.parse(pay_by), item.holdUntil);
  return answer;
}

/** An action on an item's page. */
async function atItem(
  sim: Simulation,
  label: string,
  act: (item: Item, person: Person, headers: Record<string, string>, page: Answer) => Action | null,
): Promise<Action | null> {
  const item = findItem(sim, label);
  const headers = item && keyOf(sim, item);
  if (!item?.person || !headers) return null;
  const person = sim.person(item.person);
  return act(item, person, headers, await readItem(sim, item, person, headers));
}

const METHODS = ['cash', 'bank_transfer', 'bank_transfer', 'card', 'credit'] as const;

/** Money for an item, or back, at the reception. */
function atReception(
  name: string,
  weight: number,
  path: string,
  isOpen: (balance: number) => boolean,
  model: typeof recordItemMoney,
): Kind {
  return {
    name,
    weight,
    choose(sim, random) {
      const open = (item: Item) => isOpen(balanceOf(sim.state, item));
      const chosen = chooseItem(sim, random, random.chance(0.9) ? open : () => true);
      if (!chosen) return null;
      const proposed = Math.max(1, Math.abs(balanceOf(sim.state, chosen.item)));
      const amount = random.pick([proposed, proposed, proposed, Math.ceil(proposed / 3), proposed + 700]);
      return { payer: chosen.label, amount, method: random.pick(METHODS) };
    },
    act(sim, { payer: label, amount, method }, step) {
      const item = findItem(sim, label);
      if (!item) return null;
      const key = { 'idempotency-key': `the-story-${step.id}` };
      return {
        send: (current) =>
          current.send(OWNER, 'POST', `/api/admin/payers/${item.id}/${path}`, { amount, method }, key),
        model: (state) => model(state, itemIn(state, item.id), amount, method),
      };
    },
  };
}

export const ITEM_KINDS: Kind[] = [
  {
    name: 'pay an item',
    weight: 24,
    choose(sim, random) {
      const owes = (item: Item) => random.chance(0.1) || balanceOf(sim.state, item) > 0;
      const chosen = chooseItem(sim, random, owes);
      const slip = random.chance(0.1) ? 100 : 0;
      return chosen && { payer: chosen.label, method: random.pick(METHODS), slip };
    },
    act: (sim, { payer: label, method, slip }, step) =>
      atItem(sim, label, ({ id, isMembers }, person, headers, { json }) => {
        if (method === 'credit' && !isMembers) return null;
        const amount = Math.max(0, json.payer.balance) + slip;
        const key = { ...headers, 'idempotency-key': `the-story-${step.id}-${person.id}` };
        return {
          send: (current) => current.send(person, 'POST', `/api/payers/${id}/pay`, { method, amount }, key),
          model: (state, now) => {
            const item = itemIn(state, id);
            const expected = payOnPage(state, item, { amount, method }, now);
            const isNew = method === 'card' && itemPage(item)?.tracker === '';
            if (expected.status === 200 && isNew && cardFails(sim)) endItemPages(item);
            return expected;
          },
          read: (answer) => {
            sim.learn(answer.text);
            const page = itemPage(itemIn(sim.state, id));
            if (method === 'card' && page?.tracker === '')
              page.tracker = trackerOf(answer.json.payment_url ?? '');
          },
        };
      }),
  },
  {
    name: 'send the receipt of an item',
    weight: 10,
    choose(sim, random) {
      const chosen = chooseItem(sim, random, ({ method }) => method === 'bank_transfer');
      return chosen && { payer: chosen.label };
    },
    act: (sim, { payer: label }) =>
      atItem(sim, label, ({ id }, person, headers) => ({
        send: (current) =>
          current.send(person, 'POST', `/api/payers/${id}/receipt`, createReceiptForm(PICTURE), headers),
        model: (state, now) => uploadItem(state, itemIn(state, id), now),
      })),
  },
  {
    name: 'reject the receipt of an item',
    weight: 3,
    choose(sim, random) {
      const chosen = chooseItem(sim, random, ({ receiptWaits }) => receiptWaits);
      return chosen && { payer: chosen.label };
    },
    act(sim, { payer: label }) {
      const item = findItem(sim, label);
      if (!item) return null;
      const path = `/api/admin/payers/${item.id}/receipt/reject`;
      return {
        send: (current) => current.send(RECEPTION, 'POST', path, { reason: 'Not readable' }),
        model: (state, now) => rejectItem(state, itemIn(state, item.id), now),
      };
    },
  },
  atReception('record money of an item', 6, 'payments', (balance) => balance > 0, recordItemMoney),
  atReception('refund an item', 4, 'refunds', (balance) => balance < 0, refundItem),
  {
    name: 'give an item back',
    weight: 10,
    choose(sim, random) {
      const chosen = chooseItem(sim, random, ({ state }) => state !== 'left');
      const slip = random.chance(0.1) ? 100 : 0;
      return chosen && { payer: chosen.label, toCredit: random.chance(0.3), slip };
    },
    act: (sim, { payer: label, toCredit, slip }, step) =>
      atItem(sim, label, ({ id }, person, headers, { json }) => {
        const back = (json.leave_gives_back ?? 0) + slip;
        const input = { amount_back: back, refund_to: toCredit ? 'credit' : 'money' };
        const key = { ...headers, 'idempotency-key': `the-story-${step.id}-${person.id}` };
        return {
          send: (current) => current.send(person, 'POST', `/api/payers/${id}/leave`, input, key),
          model: (state, now) => leaveByPayer(state, itemIn(state, id), { back, toCredit }, now),
        };
      }),
  },
  {
    name: 'take an item back',
    weight: 4,
    choose(sim, random) {
      const chosen = chooseItem(sim, random, ({ state, event }) => state !== 'left' && event !== null);
      return chosen && { payer: chosen.label };
    },
    act(sim, { payer: label }) {
      const item = findItem(sim, label);
      if (!item) return null;
      const { id } = item;
      const back = Math.max(0, receivedOf(sim.state, item));
      const input = { amount_back: back, reason: 'The level does not fit' };
      return {
        send: (current) => current.send(OWNER, 'POST', `/api/payers/${id}/leave`, input),
        model: (state, now) => takeOffItem(state, itemIn(state, id), back, now),
      };
    },
  },
  {
    name: 'look at what items owe',
    weight: 3,
    choose: (sim) => (sim.state.items.length > 0 ? {} : null),
    /** The reception's list of who owes or is owed, or has a receipt that waits. */
    async act(sim) {
      const { state } = sim;
      const { json } = await sim.send(RECEPTION, 'GET', '/api/admin/payers/open');
      type Shown = { id: number; balance: number; receipt_waits: boolean; ways: { amount: number }[] };
      sim.expectEqual(
        'what is open of items',
        (json.data as Shown[]).map(({ id, balance, receipt_waits, ways }) =>
          [id, balance, receipt_waits, ways.reduce((sum, { amount }) => sum + amount, 0)].join(' '),
        ),
        state.items.flatMap((item) => {
          const balance = balanceOf(state, item);
          if (balance === 0 && !item.receiptWaits) return [];
          return [item.id, balance, item.receiptWaits, Math.max(0, -balance)].join(' ');
        }),
      );
      return null;
    },
  },
];

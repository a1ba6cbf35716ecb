import { balanceOf, receivedOf } from '../model/money.ts';
import { changePlan, end, extend, givesBack, itemOf, pause, planName, sell, share } from '../model/plans.ts';
import { heldBy, purchaseIn, slotsLeft, termsOf } from '../model/purchases.ts';
import { plusDays, soldDayOf } from '../model/slots.ts';
import type { Expected, Method, Purchase, State } from '../model/state.ts';
import { CUSTOMERS, emailOf, findPerson, OWNER, RECEPTION } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { Action, Kind } from '../step.ts';
import { labelOf } from './choices.ts';
import { termsBody } from './plan-form.ts';

export const MEMBERS = CUSTOMERS.filter(({ role }) => role === 'member');
function choosePurchase(
  sim: Simulation,
  random: Random,
  suits: (purchase: Purchase) => boolean,
): { payer: string } | null {
  const purchase = random.maybe(sim.state.purchases.filter(suits));
  const payer = purchase && labelOf(sim, 'p', itemOf(sim.state, purchase).id);
  return payer ? { payer } : null;
}

/** The purchase of a payer that a step names. */
function findPurchase(sim: Simulation, label: string): Purchase | null {
  const id = sim.made.get(label);
  const item = sim.state.items.find((one) => one.id === id);
  return item?.purchase ? purchaseIn(sim.state, item.purchase) : null;
}

/** What a member bought, as the own page shows it. */
function purchasesOf({ state, now }: Simulation, person: string): object[] {
  const today = soldDayOf(now);
  return state.purchases
    .filter((purchase) => purchase.person === person)
    .map((purchase) => {
      const { id, startsOn, endsOn, pausedOn } = purchase;
      const item = itemOf(state, purchase);
      const isOpen = purchase.state !== 'active' ? purchase.state : pausedOn !== null ? 'paused' : null;
      const time = (startsOn ?? '') > today ? 'coming' : (endsOn ?? '') < today ? 'over' : 'active';
      const hasHours = termsOf(state, purchase).slots > 0 && startsOn !== null;
      return {
        id,
        status: isOpen ?? time,
        starts_on: startsOn,
        ends_on: endsOn,
        paused_on: pausedOn,
        slots_left: hasHours ? slotsLeft(state, purchase) : null,
        charge: item.charge,
        received: receivedOf(state, item),
        balance: balanceOf(state, item),
        friends: purchase.friends.map(emailOf).sort(),
        gives_back: givesBack(state, purchase, now),
        version: purchase.changes + 1,
      };
    })
    .reverse();
}

const SHOWN = [
  'id',
  'status',
  'starts_on',
  'ends_on',
  'paused_on',
  'slots_left',
  'charge',
  'received',
  'balance',
  'friends',
  'gives_back',
  'version',
];

/** The reception's page of a member; it must show what the model says. */
async function readPurchases(sim: Simulation, person: string): Promise<void> {
  const path = `/api/admin/users/${sim.world.userIds.get(person)}/purchases`;
  const { json } = await sim.send(RECEPTION, 'GET', path);
  sim.expectEqual(`what ${person} bought`, shownOf(json.data.purchases), purchasesOf(sim, person));
}

const shownOf = (purchases: Record<string, unknown>[]): object[] =>
  purchases.map((purchase) => Object.fromEntries(SHOWN.map((name) => [name, purchase[name]])));

/** Something that is done with a purchase at the reception, on the page as it was read. */
function withPurchase(
  name: string,
  weight: number,
  choose: (sim: Simulation, random: Random) => object | null,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
  body: (input: any, purchase: Purchase, sim: Simulation) => object,
  model: (state: State, purchase: Purchase, body: never, now: number) => Expected,
): Kind {
  return {
    name,
    weight,
    choose,
    async act(sim, { payer, ...input }): Promise<Action | null> {
      const purchase = findPurchase(sim, payer);
      if (!purchase) return null;
      await readPurchases(sim, purchase.person);
      const { id, changes } = purchase;
      const sent = { ...body(input, purchase, sim), version: changes + 1 };
      return {
        send: (current) => current.send(OWNER, 'PUT', `/api/admin/purchases/${id}/${path}`, sent),
        model: (state, now) => {
          const own = purchaseIn(state, id);
          return own.changes === changes ? model(state, own, sent as never, now) : { status: 409 };
        },
      };
    },
  };
}

const isActive = ({ state }: Purchase) => state === 'active';

export const PLAN_KINDS: Kind[] = [
  {
    name: 'buy a plan',
    weight: 6,
    choose: (_, random) => ({
      person: random.pick(MEMBERS).id,
      plan: random.int(1, 4),
      method: random.pick(['cash', 'bank_transfer', 'bank_transfer', 'card', 'credit', 'credit'] as const),
      isOutdated: random.chance(0.05),
    }),
    act(sim, { person: id, plan, method, isOutdated }) {
      const person = sim.person(id);
      const version = isOutdated ? 1 : (sim.state.plans[plan - 1]?.version ?? 0);
      return {
        send: (current) =>
          current.send(person, 'POST', '/api/auth/purchases', {
            version_id: version,
            payment_method: method,
          }),
        model: (state, now) => {
          const sale = { person: id, plan, version, method, paidBy: method === 'credit' ? method : null };
          // The first version may be another plan's.
          return sell(state, { ...sale, plan: isOutdated ? 1 : plan }, now);
        },
        read: (answer) => sim.learn(answer.text),
      };
    },
  },
  {
    name: 'sell a plan',
    weight: 6,
    choose: (_, random) => ({
      person: random.pick(MEMBERS).id,
      plan: random.int(1, 4),
      paidBy: random.pick([null, 'cash', 'cash', 'bank_transfer', 'card', 'credit'] as const),
    }),
    act(sim, { person, plan, paidBy }) {
      const version = sim.state.plans[plan - 1]?.version ?? 0;
      const path = `/api/admin/users/${sim.world.userIds.get(person)}/purchases`;
      const method: Method = paidBy ?? 'cash';
      return {
        send: (current) =>
          current.send(OWNER, 'POST', path, { version_id: version, ...(paidBy ? { method } : {}) }),
        model: (state, now) => sell(state, { person, plan, version, method, paidBy }, now),
      };
    },
  },
  withPurchase(
    'pause a plan',
    4,
    (sim, random) => {
      const chosen = choosePurchase(sim, random, isActive);
      return chosen && { ...chosen, asIs: random.chance(0.1) };
    },
    'pause',
    ({ asIs }, { pausedOn }) => ({ paused: (pausedOn === null) !== asIs }),
    (state, purchase, { paused }: { paused: boolean }, now) => pause(state, purchase, paused, now),
  ),
  withPurchase(
    'extend a purchase',
    2,
    (sim, random) => {
      const chosen = choosePurchase(sim, random, () => true);
      return chosen && { ...chosen, days: random.int(1, 20) };
    },
    'extend',
    ({ days }) => ({ days, reason: 'It rained' }),
    (_, purchase, { days }: { days: number }) => extend(purchase, days),
  ),
  withPurchase(
    'end a purchase',
    3,
    (sim, random) => {
      const chosen = choosePurchase(sim, random, ({ state }) => random.chance(0.1) || state !== 'ended');
      return chosen && { ...chosen, slip: random.chance(0.1) ? 100 : 0 };
    },
    'end',
    ({ slip }, purchase, sim) => ({
      amount_back: givesBack(sim.state, purchase, sim.now) + slip,
      reason: 'Moves away',
    }),
    (state, purchase, { amount_back }: { amount_back: number }, now) =>
      end(state, purchase, amount_back, now),
  ),
  {
    name: 'share a package',
    weight: 4,
    choose(sim, random) {
      const chosen = choosePurchase(sim, random, ({ state }) => state !== 'ended');
      if (!chosen) return null;
      return { ...chosen, friends: MEMBERS.map(({ id }) => id).filter(() => random.chance(0.4)) };
    },
    act(sim, { payer, friends }) {
      const purchase = findPurchase(sim, payer);
      if (!purchase) return null;
      const { id, person, changes } = purchase;
      const others = (friends as string[]).filter((friend) => friend !== person);
      const input = { version: changes + 1, emails: others.map(emailOf) };
      return {
        send: (current) =>
          current.send(findPerson(person), 'PUT', `/api/auth/purchases/${id}/friends`, input),
        model: (state) => {
          const own = purchaseIn(state, id);
          return own.changes === changes ? share(state, own, person, others) : { status: 409 };
        },
      };
    },
  },
  {
    name: 'change a plan on sale',
    weight: 1,
    choose: (_, random) => ({
      plan: random.int(1, 4),
      price: random.pick([3000, 7000, 10_000]),
      percent: random.pick([10, 25]),
      isSold: random.chance(0.9),
    }),
    act(sim, { plan, price, percent, isSold }) {
      const sold = sim.state.plans[plan - 1];
      const before = sim.state.terms[(sold?.version ?? 0) - 1];
      if (!sold || !before) return null;
      const isPlan = before.months !== null;
      const discount =
        isPlan && 'percent' in before.discount ? { ...before.discount, percent } : before.discount;
      const terms = { ...before, price, discount };
      const body = { kind: isPlan ? 'plan' : 'package', name: planName(plan), terms: termsBody(terms) };
      return {
        send: (current) => {
          current.world.reauthenticate(OWNER.id);
          return current.send(OWNER, 'PUT', `/api/admin/plans/${plan}`, { ...body, active: isSold });
        },
        model: (state) => changePlan(state, plan, terms, isSold),
      };
    },
  },
  {
    name: 'look at the own plans',
    weight: 4,
    choose: (_, random) => ({ person: random.pick(MEMBERS).id }),
    async act(sim, { person }) {
      const { json } = await sim.send(sim.person(person), 'GET', '/api/auth/plans');
      sim.expectEqual(`the plans of ${person}`, shownOf(json.purchases), purchasesOf(sim, person));
      const held = heldBy(sim.state, person, sim.now).map(({ id }) => id);
      sim.expectEqual(
        `what ${person} can book with`,
        (json.held as { id: number }[]).map(({ id }) => id),
        held,
      );
      return null;
    },
  },
  {
    name: 'look at what plans earn',
    weight: 2,
    choose: (sim) => (sim.state.purchases.length > 0 ? {} : null),
    /** What was sold, what it brought, and how many half-hours the club owes. */
    async act(sim) {
      const { state } = sim;
      const today = soldDayOf(sim.now);
      const [from, to] = [plusDays(today, -10), plusDays(today, 350)];
      const path = `/api/admin/plan-figures?startDate=${from}&endDate=${to}`;
      const { json } = await sim.send(OWNER, 'GET', path);
      type Figures = { plan_id: number; sold: number; earned: number; slots_owed: number };
      const shown = (json.data.plans as Figures[])
        .map(({ plan_id, sold, earned, slots_owed }) => [plan_id, sold, earned, slots_owed])
        .sort();
      const figures = state.plans.map((_, at) => {
        const own = state.purchases.filter(({ plan }) => plan === at + 1);
        const begun = own.filter(({ startsOn }) => startsOn !== null);
        const standing = own.filter(
          (one) => one.state === 'active' && (one.pausedOn !== null || (one.endsOn ?? '') >= today),
        );
        const earned = begun.map((one) => receivedOf(state, itemOf(state, one)));
        const owed = standing.map((one) => Math.max(0, slotsLeft(state, one)));
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
        return [at + 1, begun.length, sum(earned), sum(owed)];
      });
      sim.expectEqual('what the plans earned', shown, figures.sort());
      return null;
    },
  },
];

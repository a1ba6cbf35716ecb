import { eventDiscount } from '../../../src/domain/plan-price.ts';
import {
  eventIn,
  expectedAt,
  heldDates,
  isOver,
  joinedOf,
  placesLeft,
  playersOf,
} from '../model/event-places.ts';
import {
  addPlayer,
  attend,
  cancelDates,
  changeEvent,
  type EventPlan,
  joinEvent,
  keepBusy,
  makeUp,
  moveDate,
  planEvent,
  publish,
  type Time,
} from '../model/events.ts';
import { shortName } from '../model/payers.ts';
import { plusDays, timeOf } from '../model/slots.ts';
import { type ClubEvent, type Expected, HOUR, type Session, type State } from '../model/state.ts';
import { CUSTOMERS, emailOf, OWNER, type Person, RECEPTION } from '../people.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { Action, Kind } from '../step.ts';
import { choosePerson, choosePlace, labelOf } from './choices.ts';

/** The club's one coach. */
const COACH = 1;
const CHILD = 'Mina Junior';
const FRIEND = 'Nadeem Akhtar';

const timeBody = ({ courts, date, slots }: Time) => ({
  date,
  start_time: timeOf(slots[0] ?? 0),
  duration: slots.length * 30,
  court_ids: courts,
});

/** Where an event may be, on one court or both. */
function chooseTime(sim: Simulation, random: Random): Time {
  const { court, date, slots } = choosePlace(sim, random, random.pick([2, 2, 3]));
  return { courts: random.chance(0.2) ? [1, 2] : [court], date, slots };
}

export function chooseEvent(
  sim: Simulation,
  random: Random,
  suits: (event: ClubEvent) => boolean = ({ state }) => state === 'published',
): { label: string; event: ClubEvent } | null {
  const near = sim.state.events.filter((event) => !isOver(event, sim.now - 12 * HOUR) && suits(event));
  const event = random.maybe(near);
  const label = event && labelOf(sim, 'e', event.id);
  return event && label ? { label, event } : null;
}

/** The event that a step names; null if the step that made it was left out or refused. */
export function findEvent(sim: Simulation, label: string): ClubEvent | null {
  const id = sim.made.get(label);
  return sim.state.events.find((event) => event.id === id) ?? null;
}

/** The reception's page of an event; it must show what the model says. */
async function readEvent(sim: Simulation, event: ClubEvent): Promise<void> {
  const { json } = await sim.send(RECEPTION, 'GET', `/api/admin/events/${event.id}`);
  const { event: shown, places, attendance } = json.data;
  const { state } = sim;
  const players = playersOf(state, event);
  const isSure = ({ holdUntil, receiptWaits }: (typeof players)[0]) => holdUntil === null || receiptWaits;
  const joined = joinedOf(state, event);
  sim.expectEqual(
    `the page of event ${event.id}`,
    [shown.state, shown.price, shown.joined, shown.confirmed, shown.waiting, shown.places_left],
    [
      event.state,
      event.price,
      joined.length,
      joined.filter(isSure).length,
      players.filter(({ state: place }) => place === 'waiting').length,
      placesLeft(state, event),
    ],
  );
  type Player = { payer_id: number; came: boolean | null };
  sim.expectEqual(
    `who is expected at event ${event.id}`,
    (attendance as { session_id: number; players: Player[] }[]).map((one) =>
      one.players.map(({ payer_id, came }) => [payer_id, came]).sort(),
    ),
    event.sessions
      .toSorted((one, other) => one.date.localeCompare(other.date) || one.id - other.id)
      .map((session) =>
        expectedAt(state, event, session)
          .map((payer) => [payer, session.came.get(payer) ?? null])
          .sort(),
      ),
  );
  sim.expectEqual(
    `the places of event ${event.id}`,
    (places as { payer_id: number }[]).map(({ payer_id }) => payer_id),
    players.map(({ id }) => id),
  );
}

/** What the reception does with an event, on the page as it was read. */
function withEvent(
  name: string,
  weight: number,
  choose: (sim: Simulation, random: Random, event: ClubEvent) => object | null,
  // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
  request: (event: ClubEvent, input: any, sim: Simulation) => [method: string, path: string, body: object],
  // biome-ignore lint/suspicious/noExplicitAny: each kind knows its own input
  model: (state: State, event: ClubEvent, input: any, now: number) => Expected,
  suits?: (event: ClubEvent) => boolean,
): Kind {
  return {
    name,
    weight,
    choose(sim, random) {
      const chosen = chooseEvent(sim, random, suits);
      const input = chosen && choose(sim, random, chosen.event);
      return chosen && input && { event: chosen.label, ...input };
    },
    async act(sim, { event: label, ...input }): Promise<Action | null> {
      const event = findEvent(sim, label);
      if (!event) return null;
      await readEvent(sim, event);
      const { id, changes } = event;
      const other = input.other ? findEvent(sim, input.other) : null;
      const payer = sim.made.get(input.payer) ?? 0;
      const known = { ...input, payer, session: other && dateOf(other, input.to).id };
      const [method, path, body] = request(event, known, sim);
      const hasVersion = 'version' in body;
      return {
        send: (current) => current.send(OWNER, method, path, body),
        model: (state, now) => {
          const own = eventIn(state, id);
          return hasVersion && own.changes !== changes ? { status: 409 } : model(state, own, known, now);
        },
      };
    },
  };
}

const versionOf = ({ changes }: ClubEvent) => ({ version: changes + 1 });
/** One of an event's dates, by its place in the list. */
const dateOf = ({ sessions }: ClubEvent, at: number) => sessions[at % sessions.length] as Session;

const planBody = (plan: EventPlan) => ({
  kind: plan.kind,
  title: plan.title,
  coach_id: plan.hasCoach ? COACH : null,
  for: plan.isForChildren ? 'children' : 'everyone',
  least: plan.least,
  most: plan.most,
  price: plan.price,
  join_hours: plan.joinHours,
  leave_hours: plan.leaveHours,
  make_ups: plan.mayMakeUp,
});

/** The price of the own place, as the page of the event works it out from the plans that the club shows a member. */
async function ownPriceOf(sim: Simulation, person: Person, event: ClubEvent): Promise<number> {
  if (person.role !== 'member') return event.price;
  const { json } = await sim.send(person, 'GET', '/api/auth/plans');
  const date = heldDates(event)[0]?.date ?? '';
  return event.price - (eventDiscount(json.held, event.price, date)?.amount ?? 0);
}

/** A place that somebody has or misses, and a date of another event. */
function chooseMissed(sim: Simulation, random: Random, event: ClubEvent): object | null {
  const missed = event.sessions.flatMap((session, at) =>
    [...session.came].filter(([, came]) => !came).map(([payer]) => ({ at, payer })),
  );
  const one = random.maybe(missed);
  const payer = one && labelOf(sim, 'p', one.payer);
  const other = chooseEvent(sim, random, ({ id, state }) => id !== event.id && state === 'published');
  if (!one || !payer || !other) return null;
  return { at: one.at, payer, other: random.chance(0.2) ? null : other.label, to: random.int(0, 2) };
}

export const EVENT_KINDS: Kind[] = [
  {
    name: 'plan an event',
    weight: 12,
    choose(sim, random) {
      const time = chooseTime(sim, random);
      const kind = random.pick(['class', 'class', 'class', 'social', 'tournament', 'tournament'] as const);
      const count = kind === 'tournament' ? 1 : random.pick([1, 2, 3]);
      const least = kind === 'tournament' ? 4 : random.int(1, 3);
      return {
        kind,
        title: random.pick(['Beginners', 'Evening']),
        hasCoach: kind === 'class' && random.chance(0.7),
        isForChildren: random.chance(0.15),
        least,
        most: least + random.int(0, kind === 'tournament' ? 5 : 2),
        price: random.pick([0, 2500, 3000, 4001]),
        leaveHours: random.pick([2, 12, 24]),
        mayMakeUp: kind === 'class' && random.chance(0.8),
        joinHours: random.pick([0, 1, 3, 12]),
        dates: Array.from({ length: count }, (_, day) => ({ ...time, date: plusDays(time.date, day) })),
        isPublished: random.chance(0.85),
      };
    },
    act: (_, plan: EventPlan) => ({
      send: (current) =>
        current.send(OWNER, 'POST', '/api/admin/events', {
          ...planBody(plan),
          sessions: plan.dates.map(timeBody),
          decisions: [],
          publish: plan.isPublished,
        }),
      model: (state, now) => planEvent(state, structuredClone(plan), now),
    }),
  },
  withEvent(
    'publish an event',
    6,
    () => ({}),
    (event) => ['POST', `/api/admin/events/${event.id}/publish`, versionOf(event)],
    (_, event, __, now) => publish(event, now),
    ({ state }) => state === 'draft',
  ),
  withEvent(
    'change an event',
    5,
    (_, random) => ({
      most: random.int(1, 6),
      price: random.pick([2000, 3500]),
      joinHours: random.pick([0, 1, 2]),
    }),
    (event, { most, price, joinHours }) => {
      const { kind: _, ...body } = planBody({ ...event, dates: [], isPublished: true, joinHours });
      return ['PUT', `/api/admin/events/${event.id}`, { ...body, most, price, ...versionOf(event) }];
    },
    (state, event, input, now) => changeEvent(state, event, input, now),
  ),
  withEvent(
    'cancel an event',
    1,
    () => ({}),
    (event) => ['POST', `/api/admin/events/${event.id}/cancel`, { reason: 'Rain', ...versionOf(event) }],
    (state, event, _, now) => cancelDates(state, event, null, now),
  ),
  withEvent(
    'cancel a date of an event',
    5,
    (_, random) => ({ at: random.int(0, 2) }),
    (event, { at }) => [
      'POST',
      `/api/admin/events/${event.id}/cancel`,
      { reason: 'Rain', session_id: dateOf(event, at).id, ...versionOf(event) },
    ],
    (state, event, { at }, now) => cancelDates(state, event, dateOf(event, at), now),
  ),
  withEvent(
    'move a date of an event',
    5,
    (sim, random) => ({ at: random.int(0, 2), time: chooseTime(sim, random) }),
    (event, { at, time }) => [
      'PUT',
      `/api/admin/event-sessions/${dateOf(event, at).id}`,
      { ...timeBody(time), decisions: [], ...versionOf(event) },
    ],
    (state, event, { at, time }, now) =>
      moveDate(state, event, dateOf(event, at), structuredClone(time), now),
  ),
  withEvent(
    'add a player',
    6,
    (_, random) => ({ person: choosePerson(random).id }),
    ({ id }, { person }, sim) => [
      'POST',
      `/api/admin/events/${id}/places`,
      { name: sim.person(person).name, email: emailOf(person), phone: sim.person(person).phone },
    ],
    (state, event, { person }, now) => addPlayer(state, event, person, now),
  ),
  withEvent(
    'record who came to an event',
    16,
    (sim, random, event) => {
      const at = random.int(0, event.sessions.length - 1);
      const payer = random.maybe(expectedAt(sim.state, event, dateOf(event, at)));
      const label = payer === undefined ? null : labelOf(sim, 'p', payer);
      return label === null ? null : { at, payer: label, came: random.pick([true, false, false, null]) };
    },
    (event, { at, payer, came }) => [
      'PUT',
      `/api/admin/event-sessions/${dateOf(event, at).id}/attendance`,
      { payer_id: payer, came },
    ],
    (state, event, { at, payer, came }, now) => attend(state, event, dateOf(event, at), { payer, came }, now),
  ),
  withEvent(
    'make up a missed date',
    12,
    chooseMissed,
    (event, { at, payer, session }) => [
      'PUT',
      `/api/admin/events/${event.id}/make-ups`,
      { payer_id: payer, missed_session_id: dateOf(event, at).id, session_id: session },
    ],
    (state, event, { at, payer, session }, now) =>
      makeUp(state, event, { payer, missed: dateOf(event, at).id, session }, now),
    ({ sessions }) => sessions.some(({ came }) => came.size > 0),
  ),
  {
    name: 'join an event',
    weight: 45,
    choose(sim, random) {
      const isJoinable = ({ state, joinUntil }: ClubEvent) =>
        state === 'published' && (joinUntil > sim.now || random.chance(0.1));
      const chosen = chooseEvent(sim, random, isJoinable);
      const person = choosePerson(random).id;
      const how = random.pick(['alone', 'alone', 'alone', 'child', 'friend', 'known friend'] as const);
      // Nobody holds as many places as the club allows a network.
      const own = sim.state.items.filter(({ joinedBy, isConfirmed }) => joinedBy === person && !isConfirmed);
      if (!chosen || own.filter(({ event }) => event === chosen.event.id).length >= 4) return null;
      return {
        event: chosen.label,
        person,
        child: how === 'child' || (chosen.event.isForChildren && random.chance(0.9)) ? CHILD : null,
        friend:
          how === 'friend'
            ? { name: FRIEND, person: null }
            : how === 'known friend'
              ? { person: random.pick(CUSTOMERS.filter(({ id }) => id !== person)).id }
              : null,
        wait: random.chance(0.6),
        slip: random.chance(0.05) ? 100 : 0,
        ownSlip: random.chance(0.05) ? 100 : 0,
      };
    },
    async act(sim, { event: label, person: id, child, friend: named, wait, slip, ownSlip }, step) {
      const event = findEvent(sim, label);
      if (!event) return null;
      const person = sim.person(id);
      const friend = named && { ...named, name: named.person ? sim.person(named.person).name : named.name };
      const price = event.price + slip;
      const own_price = (await ownPriceOf(sim, person, event)) + ownSlip;
      const body = {
        name: person.name,
        email: emailOf(id),
        phone: person.phone,
        wait,
        price,
        own_price,
        ...(child ? { child } : {}),
        ...(friend
          ? { friend: { name: friend.name, ...(friend.person ? { email: emailOf(friend.person) } : {}) } }
          : {}),
      };
      const isMember = person.role === 'member';
      const joining = { person: id, isMember, child, friend, wait, price, ownPrice: own_price };
      const key = { 'idempotency-key': `the-story-${step.id}-${id}` };
      return {
        send: (current) => current.send(person, 'POST', `/api/events/${event.id}/places`, body, key),
        model: (state, now) => joinEvent(state, eventIn(state, event.id), joining, now),
        read: (answer) => sim.learn(answer.text),
      };
    },
  },
  {
    name: 'keep the coach busy',
    weight: 1,
    choose: (sim, random) => ({ time: chooseTime(sim, random) }),
    act: (_, { time }: { time: Time }) => ({
      send: (current) => {
        const { court_ids: _, ...body } = timeBody(time);
        return current.send(RECEPTION, 'POST', `/api/admin/coaches/${COACH}/busy`, { ...body, note: 'Away' });
      },
      model: (state) => keepBusy(state, time),
    }),
  },
  {
    name: 'look at the events',
    weight: 6,
    choose: (_, random) => ({ person: choosePerson(random).id }),
    /** Anyone sees what can be joined, what it costs, and first names. */
    async act(sim, { person }) {
      const { state, now } = sim;
      const { json } = await sim.send(sim.person(person), 'GET', '/api/events');
      const isShown = (event: ClubEvent) => event.state === 'published' && !isOver(event, now);
      type Shown = { id: number; stage: string; price: number; places_left: number; players: string[] };
      sim.expectEqual(
        'the events',
        (json as Shown[])
          .map(({ id, stage, price, places_left, players }) => [id, stage, price, places_left, players])
          .sort(),
        state.events
          .filter(isShown)
          .map((event) => {
            const left = placesLeft(state, event);
            const stage = event.joinUntil <= now ? 'closed' : left === 0 ? 'full' : 'open';
            const names = joinedOf(state, event).map(({ name, guardian }) =>
              guardian ? name.split(' ')[0] : shortName(name),
            );
            return [event.id, stage, event.price, left, names];
          })
          .sort(),
      );
      return null;
    },
  },
];

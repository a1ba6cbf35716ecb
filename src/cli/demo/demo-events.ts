import type { Database } from 'bun:sqlite';
import type { Transaction } from '../../db/club-db.ts';
import { addDays, weekdayOf } from '../../domain/business-day.ts';
import { type EventKind, joinUntilOf, sessionEnd, sessionStart } from '../../domain/event.ts';
import { BUSINESS_DAY_SLOTS, startInstantOf, startTimeOf } from '../../domain/slot.ts';
import { recordScore } from '../../domain/tournament/changes.ts';
import { planRounds } from '../../domain/tournament/plan.ts';
import type { Tournament } from '../../domain/tournament/tournament.ts';
import { PlaceStore } from '../../events/place-store.ts';
import { EventStore, type SessionRow } from '../../events/store.ts';
import { SolePayerStore } from '../../payers/sole-payer-store.ts';
import { TournamentStore } from '../../tournaments/store.ts';
import { OPEN_SLOTS, type PlannedBooking } from './plan-bookings.ts';
import type { SeededRandom } from './random.ts';
import type { Person } from './sample-people.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** A smaller club has no events. */
const MIN_BOOKINGS = 150;
const ROUNDS = 7;
const ROUND_MINUTES = 25;
const POINTS = 24;

interface DemoEvent {
  kind: EventKind;
  title: string;
  text: string;
  /** Days from today, one for each date. */
  days: readonly number[];
  /** In playing order. */
  position: number;
  half_hours: number;
  courts: readonly number[];
  price: number;
  least: number;
  most: number;
  joined: number;
  waiting: number;
  level_from: 'beginner' | 'improver' | null;
  /** Rounds that have been played; absent unless the tournament has begun. */
  played?: number;
}

/** Two weekly classes, a social, and Americanos: one to join, one tonight, one over. */
export function planEvents({
  bookings,
  courts,
  today,
  now,
}: {
  bookings: number;
  courts: number;
  today: string;
  now: number;
}): DemoEvent[] {
  if (bookings < MIN_BOOKINGS) return [];
  const both = courts === 1 ? [1] : [1, 2];
  const next = (weekday: string) =>
    [1, 2, 3, 4, 5, 6, 7].find((day) => weekdayOf(addDays(today, day)) === weekday) ?? 7;
  const weeks = (first: number) => [0, 1, 2, 3, 4, 5].map((week) => first + 7 * week);
  const AMERICANO = {
    kind: 'tournament' as const,
    half_hours: 6,
    courts: both,
    price: 1500,
    least: 8,
    most: 16,
    waiting: 0,
    level_from: null,
    text: 'Seven short games, each with another partner. The club has rackets and balls.',
  };
  const CLASS = { kind: 'class' as const, half_hours: 2, price: 12_000, least: 2, most: 4, waiting: 0 };
  const tonight = { ...AMERICANO, title: 'Americano of the day', days: [0], position: 26, joined: 8 };
  const sinceStart = now - startInstantOf(today, BUSINESS_DAY_SLOTS[tonight.position] ?? 0);
  const played = Math.min(ROUNDS, Math.floor(sinceStart / (ROUND_MINUTES * MINUTE)));
  return [
    {
      ...CLASS,
      title: 'Beginners’ class',
      text: 'From the grip to a match in six evenings. Rackets are provided.',
      days: weeks(2),
      position: 24,
      courts: [1],
      joined: 3,
      level_from: 'beginner' as const,
    },
    {
      ...CLASS,
      title: 'Improvers’ class',
      text: 'Volleys, lobs and the walls.',
      ...{
        days: weeks(-12),
        position: 22,
        courts: both.slice(-1),
        joined: 4,
        level_from: 'improver' as const,
      },
    },
    {
      kind: 'social' as const,
      title: 'Friday social',
      half_hours: 4,
      courts: both,
      price: 1500,
      text: 'Play with whoever is there, then tea on the terrace. Come alone or with friends.',
      ...{
        days: [next('friday')],
        position: 28,
        least: 4,
        most: 12,
        joined: 5,
        waiting: 0,
        level_from: null,
      },
    },
    {
      ...AMERICANO,
      title: 'Saturday Americano',
      days: [next('saturday')],
      position: 26,
      most: 8,
      joined: 8,
      waiting: 1,
    },
    sinceStart < 0 ? tonight : { ...tonight, played },
    { ...AMERICANO, title: 'Americano', days: [-3], position: 26, joined: 8, played: ROUNDS },
  ];
}

/** What the events take, so that bookings keep clear of it. */
export function slotsOfEvents(events: readonly DemoEvent[]): PlannedBooking[] {
  return events.flatMap(({ days, courts, position, half_hours }) =>
    days.flatMap((day) =>
      courts.map((court) => ({
        court,
        day,
        cancelled: false,
        positions: hoursOf({ position, half_hours })
          .map((hour) => OPEN_SLOTS.indexOf(hour))
          .filter((at) => at >= 0),
      })),
    ),
  );
}

/** Cancels the planned bookings that an event is in the way of. */
export function clearForEvents(
  plans: readonly PlannedBooking[],
  taken: readonly PlannedBooking[],
): PlannedBooking[] {
  const keys = new Set(
    taken.flatMap(({ court, day, positions }) => positions.map((at) => `${court} ${day} ${at}`)),
  );
  const isTaken = ({ court, day, positions }: PlannedBooking) =>
    positions.some((at) => keys.has(`${court} ${day} ${at}`));
  return plans.map((plan) => (isTaken(plan) ? { ...plan, cancelled: true } : plan));
}

/** Writes the events with their players, money, attendance and scores. */
export function addEvents(
  db: Database,
  random: SeededRandom,
  events: readonly DemoEvent[],
  {
    today,
    now,
    admin,
    createPerson,
  }: { today: string; now: number; admin: number | null; createPerson: (index: number) => Person },
): void {
  const tx: Transaction = { db, now, emit: () => {} };
  const stores = {
    events: new EventStore(db),
    places: new PlaceStore(db),
    sole: new SolePayerStore(db),
    tournaments: new TournamentStore(db),
  };
  if (events.length > 0)
    db.run('INSERT INTO coach (name, email, phone, created_at) VALUES (?, ?, ?, ?)', [
      'Sana Malik',
      'coach@example.com',
      '+923000999999',
      now - 60 * DAY,
    ]);
  let people = 0;
  for (const event of events) {
    const time = { start_time: startTimeOf(hoursOf(event)[0] ?? 0), duration: event.half_hours * 30 };
    const times = event.days.map((day) => ({ date: addDays(today, day), ...time }));
    const join_until = joinUntilOf(Math.min(...times.map(sessionStart)), event.kind === 'class' ? 12 : 1);
    const created = { ...tx, now: Math.min(now, join_until) - 2 * DAY };
    const { kind, title, text, level_from, least, most, price } = event;
    const coach_id = kind === 'class' ? 1 : null;
    const id = stores.events.insert(created, {
      ...{
        kind,
        title,
        text,
        coach_id,
        level_from,
        level_to: level_from,
        audience: 'everyone',
        least,
        most,
        price,
      },
      join_until,
      leave_hours: 24,
      make_ups: coach_id === null ? 0 : 1,
      is_public: 1,
    });
    stores.events.setState(created, id, 'published');
    if (join_until <= now) stores.events.setDecided(created, id, join_until);
    const sessions = times.map((at) => {
      const session = stores.events.insertSession(created, id, at);
      for (const court of event.courts) stores.events.claimCourt(created, session, court, hoursOf(event));
      if (coach_id !== null) stores.events.claimCoach(created, coach_id, session);
      return session;
    });
    const payers = Array.from({ length: event.joined + event.waiting }, (_, at) => {
      people += 1;
      const isWaiting = at >= event.joined;
      const isPaid = !isWaiting && (join_until <= now || random.chance(0.6));
      const payer = stores.sole.add(
        created,
        { event_id: id },
        {
          ...createPerson(people),
          state: isWaiting ? 'waiting' : 'joined',
          user_id: null,
          price: isWaiting ? 0 : price,
          payment_method: isWaiting ? null : isPaid ? 'bank_transfer' : 'cash',
        },
      );
      stores.places.add(created, { payer_id: payer.id, guardian: '', friend_of: null });
      if (isPaid)
        db.run(
          `INSERT INTO ledger_entry (at, payer_id, kind, method, amount, actor, actor_id)
           VALUES (?, ?, 'payment', 'bank_transfer', ?, 'admin', ?)`,
          [created.now + 60 * MINUTE, payer.id, price, admin],
        );
      if (!isWaiting) db.run('UPDATE payer SET confirmed_at = created_at WHERE id = ?', [payer.id]);
      return payer.id;
    });
    const over = sessions.filter((session) => sessionEnd(session) <= now);
    if (kind === 'class') addAttendance(tx, stores.places, over, payers);
    if (event.played !== undefined) addTournament(tx, random, stores.tournaments, { id, payers, event });
  }
}

/** Everybody came, except one to the last date. */
function addAttendance(
  tx: Transaction,
  places: PlaceStore,
  sessions: readonly SessionRow[],
  payers: readonly number[],
): void {
  for (const session of sessions)
    for (const payer of payers)
      places.setAttendance(tx, session.id, payer, !(session === sessions.at(-1) && payer === payers[0]));
}

function addTournament(
  tx: Transaction,
  random: SeededRandom,
  store: TournamentStore,
  { id, payers, event }: { id: number; payers: readonly number[]; event: DemoEvent },
): void {
  const court_ids = [...event.courts];
  const played = event.played ?? 0;
  const settings = { points: POINTS, rounds: ROUNDS } as const;
  store.insert(tx, id, { format: 'americano', pairing: '1_4', ...settings, court_ids, players: [] }, id);
  const players = payers.map((payer_id) => store.addPlayer(tx, id, { payer_id, name: '' }));
  const tournament: Tournament = { kind: 'americano', players, ...settings, courts: court_ids, seed: id };
  let rounds = planRounds(tournament);
  for (const { number, games } of rounds.slice(0, played))
    for (const { court } of games) {
      const own = 6 + random.nextInt(POINTS - 11);
      rounds = recordScore(tournament, rounds, { round: number, court, score: [own, POINTS - own] });
    }
  const version = store.touch(tx, id);
  store.saveRounds(tx, store.require(id), rounds, { version });
  store.setCalled({ ...tx, now: tx.now - 5 * MINUTE }, id);
  if (played === ROUNDS) store.setFinished(tx, id, true);
}

function hoursOf({ position, half_hours }: Pick<DemoEvent, 'position' | 'half_hours'>): number[] {
  return BUSINESS_DAY_SLOTS.slice(position, position + half_hours);
}

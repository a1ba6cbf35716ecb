import type { Database } from 'bun:sqlite';
import { indexBookings } from '../../src/bookings/search-index.ts';
import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { priceOf } from '../../src/domain/price.ts';
import type { Progress } from '../../src/domain/progress.ts';
import { PLAYING_ORDER, startInstantOf, startTimeOf } from '../../src/domain/slot.ts';
import { courtsFor, type Planned, planCalendar } from './calendar.ts';
import { Dice } from './dice.ts';
import { MESSAGES, type Person, person } from './people.ts';

export interface DemoWish {
  bookings: number;
  seed: number;
  /** The business day that is today; the diary lies around it. */
  today: string;
  now: number;
  /** argon2id, for every account of the demo. */
  passwordHash: string;
  /** Told of bookings. */
  progress: Progress;
}

export const DEMO_ADMIN = 'owner@example.com';
export const DEMO_MEMBER = 'member@example.com';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RATES = [5000, 5000, 4000, 4500, 6000];

/**
 * Fills an empty club: courts, members, bookings with their half-hours and history, messages. All of it is
 * one transaction; the same wish writes the same rows.
 */
export function fillClub(db: Database, wish: DemoWish): void {
  const dice = new Dice(wish.seed);
  db.transaction(() => {
    addCourts(db, courtsFor(wish.bookings));
    const members = addMembers(db, dice, wish);
    addMessages(db, dice, wish);
    wish.progress.stage('Planning', wish.bookings);
    const timed = planCalendar(dice, wish.bookings, wish.today).map((plan) => time(dice, plan, wish));
    timed.sort((a, b) => a.createdAt - b.createdAt);
    wish.progress.stage('Writing', wish.bookings);
    addBookings(db, dice, wish, timed, members);
    wish.progress.stage('Saving', wish.bookings);
    indexBookings(db, -1);
  }).immediate();
  db.run('PRAGMA optimize');
}

interface Timed extends Planned {
  createdAt: number;
  startsAt: number;
}

/** Most book a day or two ahead, a few two weeks. */
function time(dice: Dice, plan: Planned, wish: DemoWish): Timed {
  const date = addDays(wish.today, plan.day);
  const startsAt = startInstantOf(date, PLAYING_ORDER[plan.positions[0] ?? 0] ?? 14);
  const wanted = startsAt - HOUR - Math.floor(dice.roll() ** 3 * 14 * DAY);
  return { ...plan, startsAt, createdAt: Math.min(wanted, wish.now - dice.number(2 * DAY)) };
}

function addCourts(db: Database, courts: number): void {
  const insert = db.prepare(
    `INSERT INTO court (id, name, description, hourly_rate, features)
     SELECT ?1, ?2, ?3, ?4, ?5 WHERE NOT EXISTS (SELECT 1 FROM court WHERE id = ?1)`,
  );
  const names = ['Practice', 'Garden', 'Centre', 'Social & Lessons', 'Evening'];
  for (let id = 1; id <= courts; id += 1) {
    insert.run(
      id,
      `Court ${id} - ${names[id % names.length]}`,
      'Synthetic turf under even light, made up for a demonstration.',
      RATES[id % RATES.length] ?? 5000,
      '["Synthetic turf","LED lighting"]',
    );
  }
}

interface Member extends Person {
  id: number;
}

function addMembers(db: Database, dice: Dice, wish: DemoWish): Member[] {
  const insert = db.prepare<{ id: number }, (string | number)[]>(
    `INSERT INTO user (email, password_hash, name, phone, is_admin, email_verified, preferences, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const count = Math.min(20_000, Math.max(8, Math.round(wish.bookings / 12)));
  const people = Array.from({ length: count }, (_, at) => person(dice, at));
  people[0] = { ...(people[0] as Person), email: DEMO_ADMIN };
  people[1] = { ...(people[1] as Person), email: DEMO_MEMBER };
  return people.map((who, at) => {
    const created = wish.now - Math.floor((1 - at / count) * 400 * DAY) - DAY;
    const preferences = {
      email_notifications: dice.chance(0.8),
      sms_notifications: dice.chance(0.3),
      default_duration: dice.pick([60, 90, 120]),
      favorite_courts: dice.chance(0.4) ? [1 + dice.number(2)] : [],
    };
    const verified = at < 2 || dice.chance(0.85) ? 1 : 0;
    const row = insert.get(
      who.email,
      wish.passwordHash,
      who.name,
      who.phone,
      at === 0 ? 1 : 0,
      verified,
      JSON.stringify(preferences),
      created,
      created,
    );
    return { ...who, id: row?.id ?? 0 };
  });
}

function addMessages(db: Database, dice: Dice, wish: DemoWish): void {
  const insert = db.prepare(
    'INSERT INTO contact_message (name, email, subject, message, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const count = Math.min(400, Math.max(5, Math.round(wish.bookings / 30)));
  for (let at = 0; at < count; at += 1) {
    const who = person(dice, 900_000 + at);
    const { subject, message } = dice.pick(MESSAGES);
    insert.run(who.name, who.email, subject, message, wish.now - (count - at) * 7 * HOUR);
  }
}

function addBookings(db: Database, dice: Dice, wish: DemoWish, plans: Timed[], members: Member[]): void {
  const insert = db.prepare(
    `INSERT INTO booking (id, court_id, user_id, date, start_time, duration, slots, name, email, phone, status,
       payment_method, hourly_rate, computed_amount, created_at, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const claim = db.prepare('INSERT INTO claim (court_id, date, slot, booking_id) VALUES (?, ?, ?, ?)');
  const history = db.prepare(
    'INSERT INTO history (at, actor, actor_id, action, subject, subject_id, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const rates = db
    .query<{ hourly_rate: number }, []>('SELECT hourly_rate FROM court ORDER BY id')
    .all()
    .map((row) => row.hourly_rate);
  const admin = members[0]?.id ?? null;
  for (const [at, plan] of plans.entries()) {
    const id = at + 1;
    const member = dice.chance(0.6) ? dice.pick(members) : null;
    const who = member ?? person(dice, 100_000 + dice.number(60_000));
    const date = addDays(wish.today, plan.day);
    const hours = plan.positions.map((position) => PLAYING_ORDER[position] ?? 14);
    const slots = hours.map(startTimeOf);
    const rate = rates[plan.court - 1] ?? 5000;
    const status = statusOf(dice, plan, wish.now);
    insert.run(
      id,
      plan.court,
      member?.id ?? null,
      date,
      slots[0] ?? '',
      slots.length * 30,
      JSON.stringify(slots),
      who.name,
      who.email,
      who.phone,
      status,
      dice.chance(0.55) ? 'bank_transfer' : 'cash',
      rate,
      priceOf(hours, rate).total,
      plan.createdAt,
      status === 'pending' ? 1 : 2,
    );
    if (status !== 'cancelled') for (const hour of hours) claim.run(plan.court, date, hour, id);
    if (status !== 'pending') {
      const moved = Math.min(wish.now, plan.createdAt + HOUR + dice.number(6 * HOUR));
      const details = JSON.stringify({ from: 'pending', to: status });
      history.run(moved, 'admin', admin, 'status', 'booking', id, details);
    }
    wish.progress.advance(1);
  }
}

/** What was played was paid, but for a few; of what is to come, most still waits for its money. */
function statusOf(dice: Dice, plan: Timed, now: number): BookingStatus {
  if (plan.cancelled) return 'cancelled';
  if (plan.startsAt < now) return dice.chance(0.96) ? 'paid' : 'pending';
  return dice.chance(0.45) ? 'paid' : 'pending';
}

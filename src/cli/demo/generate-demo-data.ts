import type { Database } from 'bun:sqlite';
import { BookingLines } from '../../bookings/booking-lines.ts';
import type { BookingStatus } from '../../domain/booking-status.ts';
import { addDays } from '../../domain/business-day.ts';
import { consentWords } from '../../domain/consent.ts';
import { dayPlanOf } from '../../domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../domain/default-calendar.ts';
import { priceOf } from '../../domain/price.ts';
import type { Progress } from '../../domain/progress-reporter.ts';
import { searchText } from '../../domain/search-text.ts';
import { startInstantOf, startTimeOf } from '../../domain/slot.ts';
import { addEvents, clearForEvents, planEvents, slotsOfEvents } from './demo-events.ts';
import { addExtras, itemsOfBooking } from './demo-extras.ts';
import { DemoMoney } from './demo-money.ts';
import { DemoPlans } from './demo-plans.ts';
import { addSeries, addSeriesRequest, planSeries, seriesBookingCount, seriesMethod } from './demo-series.ts';
import { addWaiting } from './demo-waitlist.ts';
import { courtCountFor, OPEN_SLOTS, type PlannedBooking, planBookings } from './plan-bookings.ts';
import { SeededRandom } from './random.ts';
import { CONTACT_MESSAGES } from './sample-contact-messages.ts';
import { createPerson, type Person } from './sample-people.ts';

export interface DemoInput {
  bookings: number;
  /** Defaults to as many as the bookings need. */
  courts?: number;
  seed: number;
  /** The business day at the centre of the generated bookings. */
  today: string;
  now: number;
  /** The argon2id hash of every demo account's password. */
  passwordHash: string;
  /** Counts bookings. */
  progress: Progress;
}

export const DEMO_ADMIN = 'owner@example.com';
export const DEMO_MEMBER = 'member@example.com';
export const DEMO_STAFF = 'staff@example.com';
/** The roles of the first few people. */
const DEMO_ROLES = ['owner', null, 'staff'] as const;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOURLY_RATES = [5000, 5000, 4000, 4500, 6000];

/**
 * Fills an empty club with courts, members, bookings with slots and audit log, and messages, in one transaction. The
 * same input writes the same rows.
 */
export function generateDemoData(db: Database, input: DemoInput): void {
  const random = new SeededRandom(input.seed);
  const courts = input.courts ?? courtCountFor(input.bookings);
  db.transaction(() => {
    addBankAccount(db);
    setCourts(db, courts);
    const members = addMembers(db, random, input, courts);
    addMessages(db, random, input);
    input.progress.stage('Planning', input.bookings);
    const inSeries = seriesBookingCount(input.bookings);
    const single = planBookings(random, { ...input, bookings: input.bookings - inSeries, courts });
    const events = planEvents({ ...input, courts });
    const taken = slotsOfEvents(events);
    const alone = clearForEvents(single, taken);
    const plans = inSeries > 0 ? [...alone, ...planSeries([...alone, ...taken], courts)] : alone;
    addExtras(db);
    addSeries(db, plans, input.today, input.now);
    const timed = plans.map((plan) => assignTimes(random, plan, input));
    timed.sort((a, b) => a.createdAt - b.createdAt);
    input.progress.stage('Writing', input.bookings);
    addBookings(db, random, input, timed, members);
    const memberId = members[1]?.id ?? 0;
    const createWaiting = (index: number) => createPerson(random, 170_000 + index);
    addWaiting(db, random, plans, { ...input, createPerson: createWaiting });
    addSeriesRequest(db, { ...input, memberId });
    addEvents(db, random, events, {
      ...input,
      admin: members[0]?.id ?? null,
      createPerson: (index) => createPerson(random, 180_000 + index),
    });
    input.progress.stage('Saving', input.bookings);
  }).immediate();
  db.run('PRAGMA optimize');
}

interface TimedBooking extends PlannedBooking {
  createdAt: number;
  startsAt: number;
}

/** A made-up account, so that the demo shows how customers pay by bank transfer. */
function addBankAccount(db: Database): void {
  const bank = {
    account_title: 'Demo Padel Club',
    bank_name: 'Demo Bank',
    iban: 'PK97DEMO0001234567890123',
  };
  const insert = db.query('INSERT INTO setting (key, value, version) VALUES (?, ?, 1)');
  for (const [name, value] of Object.entries(bank)) insert.run(`bank.${name}`, JSON.stringify(value));
}

/** Most customers book a day or two ahead, a few two weeks. */
function assignTimes(random: SeededRandom, plan: PlannedBooking, input: DemoInput): TimedBooking {
  const date = addDays(input.today, plan.day);
  const startsAt = startInstantOf(date, OPEN_SLOTS[plan.positions[0] ?? 0] ?? 14);
  const preferredCreatedAt = startsAt - HOUR - Math.floor(random.nextFloat() ** 3 * 14 * DAY);
  return { ...plan, startsAt, createdAt: Math.min(preferredCreatedAt, input.now - random.nextInt(2 * DAY)) };
}

/** Gives an empty club the courts 1 to `courts`. */
function setCourts(db: Database, courts: number): void {
  db.run('DELETE FROM court WHERE id > ?', [courts]);
  const insert = db.prepare(
    `INSERT INTO court (id, name, description, hourly_rate, features, position)
     SELECT ?1, ?2, ?3, ?4, ?5, ?1 WHERE NOT EXISTS (SELECT 1 FROM court WHERE id = ?1)`,
  );
  const names = ['Practice', 'Garden', 'Centre', 'Social & Lessons', 'Evening'];
  for (let id = 1; id <= courts; id += 1) {
    insert.run(
      id,
      `Court ${id} - ${names[id % names.length]}`,
      'Synthetic turf with LED lighting. This court is an example.',
      HOURLY_RATES[id % HOURLY_RATES.length] ?? 5000,
      '["Synthetic turf","LED lighting"]',
    );
  }
}

interface Member extends Person {
  id: number;
}

function addMembers(db: Database, random: SeededRandom, input: DemoInput, courts: number): Member[] {
  const insert = db.prepare<{ id: number }, (string | number | null)[]>(
    `INSERT INTO user (email, password_hash, name, phone, role, email_verified, preferences, consents, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  );
  const count = Math.min(20_000, Math.max(8, Math.round(input.bookings / 12)));
  const people = Array.from({ length: count }, (_, index) => createPerson(random, index));
  people[0] = { ...(people[0] as Person), email: DEMO_ADMIN };
  people[1] = { ...(people[1] as Person), email: DEMO_MEMBER };
  people[2] = { ...(people[2] as Person), email: DEMO_STAFF };
  return people.map((profile, index) => {
    const created = input.now - Math.floor((1 - index / count) * 400 * DAY) - DAY;
    const takesTexts = random.chance(0.3);
    const preferences = {
      email_notifications: random.chance(0.8),
      default_duration: random.pickOne([60, 90, 120]),
      favorite_courts: random.chance(0.4) ? [1 + random.nextInt(Math.min(2, courts))] : [],
    };
    const verified = index < 2 || random.chance(0.85) || index === 2 ? 1 : 0;
    const row = insert.get(
      profile.email,
      input.passwordHash,
      profile.name,
      profile.phone,
      DEMO_ROLES[index] ?? null,
      verified,
      JSON.stringify(preferences),
      JSON.stringify(
        takesTexts ? { sms: { at: created, words: consentWords('sms', { name: '' }, 'account') } } : {},
      ),
      created,
      created,
    );
    return { ...profile, id: row?.id ?? 0 };
  });
}

function addMessages(db: Database, random: SeededRandom, input: DemoInput): void {
  const insert = db.prepare(
    'INSERT INTO contact_message (name, email, subject, message, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const count = Math.min(400, Math.max(5, Math.round(input.bookings / 30)));
  for (let index = 0; index < count; index += 1) {
    const sender = createPerson(random, 900_000 + index);
    const { subject, message } = random.pickOne(CONTACT_MESSAGES);
    insert.run(sender.name, sender.email, subject, message, input.now - (count - index) * 7 * HOUR);
  }
}

function addBookings(
  db: Database,
  random: SeededRandom,
  input: DemoInput,
  plans: TimedBooking[],
  members: Member[],
): void {
  const insertBooking = db.prepare(
    `INSERT INTO booking (id, court_id, date, start_time, duration, slots, state, hourly_rate, created_at, version,
       series_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPayer = db.prepare(
    `INSERT INTO payer (booking_id, position, state, name, email, phone, search, user_id, price, charge, payment_method,
       created_at) VALUES (?, 1, 'joined', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const lines = new BookingLines(db);
  const insertClaim = db.prepare('INSERT INTO claim (court_id, date, slot, booking_id) VALUES (?, ?, ?, ?)');
  const insertHistory = db.prepare(
    'INSERT INTO audit_log (at, actor, actor_id, action, subject, subject_id, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const rates = db
    .query<{ hourly_rate: number }, []>('SELECT hourly_rate FROM court ORDER BY id')
    .all()
    .map((row) => row.hourly_rate);
  const admin = members[0]?.id ?? null;
  const first = plans.reduce((earliest, { createdAt }) => Math.min(earliest, createdAt), input.now);
  const money = new DemoMoney(db, random, admin, { now: input.now, first });
  // The demo's own member first, then others with an account.
  // They play more often than others.
  const buyers = [members[1], members[3], members[4], members[5]].filter((buyer) => buyer !== undefined);
  const demoPlans = new DemoPlans(db, buyers, { today: input.today, admin });
  for (const [index, plan] of plans.entries()) {
    const id = index + 1;
    const regular = plan.series === undefined ? undefined : members[2 + plan.series];
    const member =
      regular ?? (random.chance(0.6) ? random.pickOne(random.chance(0.1) ? buyers : members) : null);
    const customer = member ?? createPerson(random, 100_000 + random.nextInt(60_000));
    const date = addDays(input.today, plan.day);
    const hours = plan.positions.map((position) => OPEN_SLOTS[position] ?? 14);
    const slots = hours.map(startTimeOf);
    const rate = rates[plan.court - 1] ?? 5000;
    // A weekly booking has no hours of a plan.
    const userId = plan.series === undefined ? (member?.id ?? null) : null;
    const items = demoPlans.itemsFor(userId, itemsOfBooking(random), plan.createdAt);
    const { total: price, items: bookingLines } = priceOf(
      hours,
      { court_id: plan.court, hourly_rate: rate },
      dayPlanOf(DEFAULT_CALENDAR, date),
      items,
    );
    const method = seriesMethod(plan) ?? (random.chance(0.55) ? 'bank_transfer' : 'cash');
    const picked = pickStatus(random, plan, input.now);
    const status = price === 0 && picked === 'pending' ? 'paid' : picked;
    const decidedAt = Math.min(input.now, plan.createdAt + HOUR + random.nextInt(6 * HOUR));
    insertBooking.run(
      id,
      plan.court,
      date,
      slots[0] ?? '',
      slots.length * 30,
      JSON.stringify(slots),
      status,
      rate,
      plan.createdAt,
      status === 'pending' ? 1 : 2,
      plan.series ?? null,
    );
    const payer = insertPayer.run(
      id,
      customer.name,
      customer.email,
      customer.phone,
      searchText(customer),
      member?.id ?? null,
      price,
      status === 'cancelled' ? 0 : price,
      method,
      plan.createdAt,
    );
    lines.write(id, bookingLines);
    if (status !== 'cancelled') demoPlans.takeHours(id, userId, bookingLines);
    if (status !== 'cancelled') for (const hour of hours) insertClaim.run(plan.court, date, hour, id);
    if (status !== 'pending') {
      const details = JSON.stringify({ from: 'pending', to: status });
      insertHistory.run(decidedAt, 'admin', admin, 'status', 'booking', id, details);
    }
    const payerId = Number(payer.lastInsertRowid);
    money.addEntries({ id, payerId, userId: member?.id ?? null, status, method, price, at: decidedAt });
    input.progress.advance(1);
  }
  const [, member] = members;
  if (member) money.addCredit(member.id, 10_000, 11_000, input.now - DAY);
  money.countShifts();
}

/** Almost all past bookings are paid; most future ones still await payment. */
function pickStatus(random: SeededRandom, plan: TimedBooking, now: number): BookingStatus {
  if (plan.cancelled) return 'cancelled';
  if (plan.startsAt < now) return random.chance(0.96) ? 'paid' : 'pending';
  return random.chance(0.45) ? 'paid' : 'pending';
}

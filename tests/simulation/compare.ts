import { chargeOf, creditOf, priceOf, received, receivedOf } from './model/money.ts';
import { timeOf } from './model/slots.ts';
import { type Booking, HOUR, type Payer, type State, type Told } from './model/state.ts';
import { CHATTERS, CUSTOMERS, emailOf } from './people.ts';
import type { World } from './world.ts';

/** The club and the model disagree; `faults` says where, one sentence each. */
export class Difference extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(faults.slice(0, 12).join('\n'));
    this.name = 'Difference';
    this.faults = faults;
  }
}

/** How many messages a number gets by WhatsApp within a day. */
const MOST_CHATS = 10;

type Table = Map<string, string>;
type Row = [key: unknown, ...columns: unknown[]];

/** Rows by subject; a row is one text, so that a difference names all of it. */
function differences(of: string, real: Table, model: Table): string[] {
  const faults: string[] = [];
  for (const [key, expected] of model) {
    const found = real.get(key);
    if (found !== expected) faults.push(`${of} ${key} is ${found ?? 'missing'}, must be ${expected}`);
  }
  for (const [key, found] of real) if (!model.has(key)) faults.push(`${of} ${key} is ${found}, must not be`);
  return faults;
}

/** What the tables hold, each row as one JSON list, and what they must hold. */
function compareRows(of: string, world: World, [columns, from]: [string, string], model: Row[]): string[] {
  const table = (rows: Row[]): Table =>
    new Map(rows.map(([key, ...row]) => [String(key), JSON.stringify(row)]));
  const rows = world.rows<{ row: string }>(`SELECT json_array(${columns}) AS row FROM ${from}`);
  return differences(of, table(rows.map(({ row }) => JSON.parse(row))), table(model));
}

/** Every rupee, slot, deadline, credit and date of a series, as the tables hold them and as they must be. */
export function compareBooks(world: World, state: State): string[] {
  const numberOf = (person: string | null) => (person === null ? null : (world.userIds.get(person) ?? null));
  const { bookings } = state;
  const holders: [string, { court: number; date: string; slots: number[] }][] = [
    ...bookings
      .filter(({ status }) => status !== 'cancelled')
      .map((booking): (typeof holders)[0] => [`booking ${booking.id}`, booking]),
    ...state.closures.map((closure): (typeof holders)[0] => [`closure ${closure.id}`, closure]),
    ...state.offers.map((offer): (typeof holders)[0] => [`offer ${offer.id}`, offer]),
    ...state.events.flatMap(({ sessions }) =>
      sessions
        .filter(({ isCancelled }) => !isCancelled)
        .flatMap(({ id, courts, ...session }) =>
          courts.map((court): (typeof holders)[0] => [`session ${id}`, { ...session, court }]),
        ),
    ),
  ];
  const payers: [of: number | string, Payer][] = [
    ...bookings.flatMap(({ id, payers: own }) => own.map((payer): [number, Payer] => [id, payer])),
    ...state.items.map((item): [string, Payer] => [
      item.purchase === null ? `event ${item.event}` : `purchase ${item.purchase}`,
      item,
    ]),
  ];
  return [
    ...compareRows(
      'payer',
      world,
      [
        `id, coalesce(booking_id, 'purchase ' || purchase_id, 'event ' || event_id), position, state, email, name, user_id, price, charge, received, payment_method, receipt_waits,
       receipts, taken_off, remind_at, hold_until, confirmed_at IS NOT NULL, replaces`,
        'payer',
      ],
      payers.map(
        ([of, payer]): Row => [
          payer.id,
          of,
          payer.position || null,
          payer.state,
          payer.email,
          payer.name,
          payer.isMembers ? numberOf(payer.person) : null,
          payer.price,
          payer.charge,
          receivedOf(state, payer),
          payer.method,
          +payer.receiptWaits,
          payer.receipts,
          +payer.isTakenOff,
          payer.remindAt,
          payer.holdUntil,
          +payer.isConfirmed,
          payer.replaces,
        ],
      ),
    ),
    ...comparePlans(world, state),
    ...compareEvents(world, state),
    ...compareTournaments(world, state),
    ...compareRows(
      'match',
      world,
      [
        'id, booking_id, is_open, is_public, capacity, decide_at, asked_at IS NOT NULL, full_at IS NOT NULL',
        'match',
      ],
      bookings.flatMap(({ id: bookingId, match }): Row[] => {
        if (!match) return [];
        const { id, isOpen, isPublic, capacity, decideAt, isAsked, isFull } = match;
        return [[id, bookingId, +isOpen, +isPublic, capacity, decideAt, +isAsked, +isFull]];
      }),
    ),
    ...compareRows(
      'booking',
      world,
      [
        `id, court_id, date, json(slots), state, price, charge, received, pay_by, rest, shares_closed_at IS NOT NULL,
       series_id, attendance`,
        'booking',
      ],
      bookings.map((booking) => [
        booking.id,
        booking.court,
        booking.date,
        booking.slots.map(timeOf),
        booking.isReleased ? 'released' : booking.status,
        priceOf(booking),
        chargeOf(booking),
        received(state, booking),
        booking.payBy,
        booking.rest,
        +booking.isClosed,
        booking.series,
        booking.attendance,
      ]),
    ),
    ...compareRows(
      'claim',
      world,
      [
        `court_id || ' ' || date || ' ' || slot,
       coalesce('booking ' || booking_id, 'closure ' || closure_id, 'offer ' || offer_id, 'session ' || session_id)`,
        'claim',
      ],
      holders.flatMap(([holder, { court, date, slots }]) =>
        slots.map((slot): Row => [`${court} ${date} ${slot}`, holder]),
      ),
    ),
    ...compareRows(
      'ledger entry',
      world,
      ['id, booking_id, payer_id, kind, method, amount', 'ledger_entry'],
      state.entries.map(({ booking, payer, kind, method, amount }, index) => [
        index + 1,
        booking,
        payer,
        kind,
        method,
        amount,
      ]),
    ),
    ...compareRows(
      'waitlist entry',
      world,
      ["id, state = 'open'", 'waitlist_entry'],
      state.waiting.map(({ id, isOpen }) => [id, +isOpen]),
    ),
    ...compareRows(
      'shift',
      world,
      ['id, closed_at IS NULL', 'shift'],
      Array.from({ length: state.shifts }, (_, at) => [
        at + 1,
        +(state.isDrawerOpen && at + 1 === state.shifts),
      ]),
    ),
    ...compareRows(
      'credit',
      world,
      ['user_id, sum(amount)', 'credit_entry GROUP BY user_id'],
      CUSTOMERS.filter(({ id }) =>
        state.entries.some((entry) => entry.person === id && entry.credit !== 0),
      ).map(({ id }) => [numberOf(id), creditOf(state, id)]),
    ),
    ...compareRows(
      'the setting',
      world,
      ["'transfer hours', ifnull(max(value), '12')", "setting WHERE key = 'booking.transfer_hours'"],
      [['transfer hours', String(state.rules.transferHours)]],
    ),
    ...compareRows(
      'a kept sum of',
      world,
      ['id, price, charge, received', 'booking'],
      world
        .rows<{ id: number; price: number; charge: number; received: number }>(
          `SELECT booking_id AS id, sum(iif(state IN ('invited', 'joined'), price, 0)) AS price, sum(charge) AS charge,
             sum((SELECT ifnull(sum(amount), 0) FROM ledger_entry WHERE payer_id = payer.id)) AS received
           FROM payer WHERE booking_id IS NOT NULL GROUP BY booking_id`,
        )
        .map(({ id, price, charge, received: came }) => [id, price, charge, came]),
    ),
  ];
}

/** What the club sells, what members bought, and the half-hours of it that bookings hold. */
function comparePlans(world: World, state: State): string[] {
  return [
    ...compareRows(
      'plan',
      world,
      ['id, active, (SELECT max(id) FROM plan_version WHERE plan_id = plan.id)', 'plan'],
      state.plans.map(({ isSold, version }, at) => [at + 1, +isSold, version]),
    ),
    ...compareRows(
      'purchase',
      world,
      [
        `id, version_id, user_id, state, starts_on, ends_on, paused_on, paused_days, version,
       (SELECT group_concat(email) FROM (SELECT email FROM purchase_friend WHERE purchase_id = purchase.id ORDER BY email))`,
        'purchase',
      ],
      state.purchases.map((purchase) => [
        purchase.id,
        purchase.version,
        world.userIds.get(purchase.person),
        purchase.state,
        purchase.startsOn,
        purchase.endsOn,
        purchase.pausedOn,
        purchase.pausedDays,
        purchase.changes + 1,
        purchase.friends.map(emailOf).sort().join() || null,
      ]),
    ),
    ...compareRows(
      'half-hours of',
      world,
      [
        "'purchase ' || purchase_id || ' for booking ' || booking_id, count(*)",
        'purchase_slot GROUP BY purchase_id, booking_id',
      ],
      state.bookings.flatMap(({ id, hours }) =>
        hours.map(({ purchase, slots }): Row => [`purchase ${purchase} for booking ${id}`, slots]),
      ),
    ),
  ];
}

/** Events with their dates, coach, places, attendance and make-ups. */
function compareEvents(world: World, { events, items, makeUps, busy }: State): string[] {
  const sessions = events.flatMap((event) => event.sessions.map((session) => ({ event, session })));
  const coachHas: [string, { date: string; slots: number[] }][] = [
    ...sessions
      .filter(({ event, session }) => event.hasCoach && !session.isCancelled)
      .map(({ session }): (typeof coachHas)[0] => [`session ${session.id}`, session]),
    ...busy.map((one): (typeof coachHas)[0] => [`busy ${one.id}`, one]),
  ];
  return [
    ...compareRows(
      'event',
      world,
      ['id, state, price, least, most, join_until, decided_at IS NOT NULL, version', 'event'],
      events.map((event) => [
        event.id,
        event.state,
        event.price,
        event.least,
        event.most,
        event.joinUntil,
        +event.isDecided,
        event.changes + 1,
      ]),
    ),
    ...compareRows(
      'session',
      world,
      ['id, event_id, date, start_time, duration, cancelled_at IS NOT NULL', 'event_session'],
      sessions.map(({ event, session: { id, date, slots, isCancelled } }) => [
        id,
        event.id,
        date,
        timeOf(slots[0] ?? 0),
        slots.length * 30,
        +isCancelled,
      ]),
    ),
    ...compareRows(
      'place',
      world,
      ['payer_id, guardian, friend_of', 'event_place'],
      items
        .filter(({ event }) => event !== null)
        .map(({ id, guardian, friendOf }) => [id, guardian, friendOf]),
    ),
    ...compareRows(
      'attendance',
      world,
      ["session_id || ' ' || payer_id, came", 'event_attendance'],
      sessions.flatMap(({ session: { id, came } }) =>
        [...came].map(([payer, has]): Row => [`${id} ${payer}`, +has]),
      ),
    ),
    ...compareRows(
      'make-up',
      world,
      ["payer_id || ' ' || missed_session_id, session_id", 'make_up'],
      makeUps.map(({ payer, missed, session }) => [`${payer} ${missed}`, session]),
    ),
    ...compareRows(
      'the coach on',
      world,
      ["date || ' ' || slot, coalesce('session ' || session_id, 'busy ' || busy_id)", 'coach_claim'],
      coachHas.flatMap(([holder, { date, slots }]) => slots.map((slot): Row => [`${date} ${slot}`, holder])),
    ),
  ];
}

/** Tournaments and who takes part; `judgePlans` compares the rounds. */
function compareTournaments(world: World, { tournaments }: State): string[] {
  return [
    ...compareRows(
      'tournament',
      world,
      ['event_id, format, points, rounds, finished, version, called_at', 'tournament'],
      tournaments.map(({ event, format, points, rounds, isFinished, version, calledAt }) => [
        event,
        format,
        points,
        rounds,
        +isFinished,
        version,
        calledAt,
      ]),
    ),
    ...compareRows(
      'tournament player',
      world,
      ['id, event_id, payer_id, plays', 'tournament_player'],
      tournaments.flatMap(({ event, players }) =>
        players.map(({ id, payer, plays }): Row => [id, event, payer, +plays]),
      ),
    ),
  ];
}

/** Whoever has a purchase that ends soon is told within an hour, once a week and once a day before. */
export function compareReminders(world: World, { reminders }: State, now: number): string[] {
  const told = world
    .rows<{ key: string }>("SELECT key FROM outbox WHERE kind = 'item.ending'")
    .map(({ key }) => {
      const [payer, , , endsOn, left] = key.split(':');
      return `${payer} ${endsOn} ${Number(left) <= 1 ? 1 : 7}`;
    });
  const missing = reminders.filter(
    ({ key, since, isNeedless }) => !isNeedless && since < now - HOUR && !told.includes(key),
  );
  const needless = told.filter(
    (key, at) => told.indexOf(key) < at || !reminders.some((one) => one.key === key),
  );
  return [
    ...missing.map(({ key }) => `the reminder ${key} is missing`),
    ...needless.map((key) => `the reminder ${key} is queued, must not be`),
  ];
}

/** Whoever ticked the box is reminded of play within a day, unless a chat told its time since. */
export function compareChatReminders(world: World, state: State, due: readonly Booking[]): string[] {
  const told = world.rows<{ about: number; person: string; isIt: number }>(
    `SELECT booking_id AS about, recipient AS person, kind = 'booking.reminder'
         OR channel = 'whatsapp' AND kind IN ('booking.received', 'booking.moved') AS isIt
     FROM outbox WHERE booking_id IS NOT NULL AND state <> 'withdrawn'`,
  );
  return due.flatMap(({ id, payers: [{ person }], createdAt }) => {
    const reader = CHATTERS.find((one) => one.id === person);
    const isMany = told.filter((one) => one.person === reader?.phone).length >= MOST_CHATS;
    const hasStopped = (state.stopped[person ?? ''] ?? 0) > createdAt;
    const isTold = told.some(({ about, isIt }) => about === id && isIt === 1);
    return !reader || isMany || hasStopped || isTold ? [] : [`nobody reminds ${person} of booking ${id}`];
  });
}

interface OutboxRow {
  id: number;
  channel: string;
  kind: string;
  about: number;
  recipient: string | null;
  audience: string;
}

/** Whoever plays soon has been told about every time that the booking had. */
export function compareTexts(world: World, due: readonly { key: string }[]): string[] {
  const keys = new Set(
    world.rows<{ key: string }>("SELECT key FROM outbox WHERE channel = 'sms'").map(({ key }) => key),
  );
  const missing = due.filter(({ key }) => !keys.has(key));
  return missing.map(({ key }) => `the text ${key} is missing`);
}

/** Whoever ticked the box reads by WhatsApp what others read by email. */
function isTo({ channel, recipient }: OutboxRow, email: string): boolean {
  if (channel !== 'whatsapp') return recipient === email;
  return CHATTERS.some(({ id, phone }) => phone === recipient && email.startsWith(id));
}

/**
 * The emails and chats, and the texts about a deadline, that were queued after `after`, and those that the model says were due.
 */
export function compareMessages(
  world: World,
  after: number,
  told: readonly Told[],
  maybeTold: readonly Told[],
): { faults: string[]; last: number } {
  const rows = world.rows<OutboxRow>(
    `SELECT id, channel, iif(channel = 'sms', 'text: ', '') || kind AS kind, coalesce(booking_id, payer_id, 0) AS about, recipient, audience FROM outbox
     WHERE id > ${after} AND audience <> 'account' AND kind NOT IN ('item.ending', 'booking.reminder')
       AND kind NOT LIKE 'conversation%'
       AND (channel <> 'sms' OR kind IN ('booking.payment_due', 'booking.released')) ORDER BY id`,
  );
  const open = rows.map((row) => row);
  const take = ({ kind, about, to }: Told) => {
    const at = open.findIndex(
      (row) => row.kind === kind && row.about === about && (to === undefined || isTo(row, to)),
    );
    if (at >= 0) open.splice(at, 1);
    return at >= 0;
  };
  const missing = told.filter((one) => !take(one));
  for (const one of maybeTold) take(one);
  return {
    faults: [
      ...missing.map(
        ({ kind, about, to }) => `message ${kind} about ${about} to ${to ?? 'its reader'} is missing`,
      ),
      ...open.map(
        ({ kind, about, recipient }) =>
          `message ${kind} about ${about} to ${recipient} is queued, must not be`,
      ),
    ],
    last: rows.at(-1)?.id ?? after,
  };
}

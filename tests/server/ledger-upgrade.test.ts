import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { migrate } from '../../src/db/migrate.ts';

/** The last schema that kept money as a status, `booking.card_received` and the states of checkouts. */
const SCHEMA_BEFORE = 12;
const ADMIN = 1;
const DELETED_ADMIN = 77;

type Event =
  | { at: number; to: 'paid' | 'cancelled'; by?: 'admin' | 'system'; actorId?: number }
  | { at: number; movedFrom: number }
  | { at: number; card: string; amount?: number };

interface Case {
  name: string;
  status: 'pending' | 'paid' | 'cancelled';
  /** The price by now. */
  price?: number;
  method?: 'cash' | 'bank_transfer' | 'card' | 'wallet';
  cardReceived?: number;
  checkout?: {
    state: 'open' | 'paid' | 'released' | 'refund_due';
    amount?: number;
    other?: number;
    settledAt?: number;
  };
  history?: Event[];
  /** What the club counts afterwards. */
  received: number;
  balance: number;
  /** `method amount`, with the time and the note where they matter. */
  entries: string[];
  /** The provider's amount that a repeated report must not count again. */
  reported?: number | null;
}

const paidBy = (at: number, by: 'admin' | 'system' = 'admin', actorId = ADMIN): Event => ({
  ...{ at, to: 'paid', by, actorId },
});
const cancelled = (at: number, by: 'admin' | 'system' = 'admin'): Event => ({ at, to: 'cancelled', by });
const SETTLED = 'Settled before the ledger was kept';
const UNUSED = 'Could not be used for the booking';

/** Each booking cost PKR 5,000 when it was made, unless its price says otherwise. */
const CASES: Case[] = [
  { name: 'pending', status: 'pending', received: 0, balance: 5000, entries: [] },
  {
    ...{ name: 'paid in cash', status: 'paid', history: [paidBy(20)], received: 5000, balance: 0 },
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    ...{ name: 'paid by transfer', status: 'paid', method: 'bank_transfer', history: [paidBy(20)] },
    ...{ received: 5000, balance: 0, entries: ['bank_transfer 5000 at 20 by admin 1'] },
  },
  {
    ...{ name: 'paid by a method of an older program', status: 'paid', method: 'wallet' },
    ...{ history: [paidBy(20)], received: 5000, balance: 0, entries: ['cash 5000 at 20 by admin 1'] },
  },
  {
    ...{ name: 'a card booking that an admin marked paid', status: 'paid', method: 'card' },
    ...{ checkout: { state: 'released' }, history: [paidBy(20)] },
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 20 by admin 1'] },
  },
  {
    ...{ name: 'paid, then moved to a dearer time', status: 'paid', price: 7500 },
    ...{ history: [paidBy(20), { at: 30, movedFrom: 5000 }], received: 5000, balance: 2500 },
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    ...{ name: 'paid, then moved to a cheaper time', status: 'paid', price: 4000 },
    ...{ history: [paidBy(20), { at: 30, movedFrom: 5000 }], received: 5000, balance: -1000 },
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    ...{ name: 'moved twice after it was paid', status: 'paid', price: 6000 },
    history: [paidBy(20), { at: 30, movedFrom: 5000 }, { at: 40, movedFrom: 9000 }],
    ...{ received: 5000, balance: 1000, entries: ['cash 5000 at 20 by admin 1'] },
  },
  {
    ...{ name: 'moved before it was paid', status: 'paid', price: 7500 },
    ...{ history: [{ at: 15, movedFrom: 5000 }, paidBy(20)], received: 7500, balance: 0 },
    entries: ['cash 7500 at 20 by admin 1'],
  },
  {
    ...{ name: 'paid, moved, cancelled, restored at the new price', status: 'paid', price: 7500 },
    history: [paidBy(20), { at: 30, movedFrom: 5000 }, cancelled(40), paidBy(50)],
    ...{ received: 7500, balance: 0, entries: ['cash 7500 at 50 by admin 1'] },
  },
  {
    ...{ name: 'cancelled after it was paid', status: 'cancelled', history: [paidBy(20), cancelled(30)] },
    ...{ received: 0, balance: 0 },
    entries: ['cash 5000 at 20 by admin 1', `cash -5000 at 30 by system (${SETTLED})`],
  },
  {
    ...{ name: 'cancelled after it was paid and moved', status: 'cancelled', price: 7500 },
    ...{ history: [paidBy(20), { at: 25, movedFrom: 5000 }, cancelled(30)], received: 0, balance: 0 },
    entries: ['cash 5000 at 20 by admin 1', `cash -5000 at 30 by system (${SETTLED})`],
  },
  {
    ...{ name: 'cancelled unpaid', status: 'cancelled', history: [cancelled(30)] },
    ...{ received: 0, balance: 0, entries: [] },
  },
  { name: 'cancelled without a history', status: 'cancelled', received: 0, balance: 0, entries: [] },
  {
    ...{ name: 'paid without a history', status: 'paid', received: 5000, balance: 0 },
    entries: ['cash 5000 at 10 by system'],
  },
  {
    ...{ name: 'a free booking', status: 'paid', price: 0, history: [paidBy(20)] },
    ...{ received: 0, balance: 0, entries: [] },
  },
  {
    ...{ name: 'marked paid by an admin whose account is gone', status: 'paid' },
    ...{ history: [paidBy(20, 'admin', DELETED_ADMIN)], received: 5000, balance: 0 },
    entries: ['cash 5000 at 20 by admin'],
  },
  {
    ...{ name: 'card paid exactly', status: 'paid', method: 'card', cardReceived: 5000 },
    ...{ checkout: { state: 'paid', settledAt: 20 } },
    history: [paidBy(20, 'system'), { at: 20, card: 'paid', amount: 5000 }],
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 20 by system'], reported: null },
  },
  {
    ...{ name: 'card money without a history', status: 'paid', method: 'card', cardReceived: 5000 },
    ...{ checkout: { state: 'paid', settledAt: 20 } },
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 20 by system'] },
  },
  {
    ...{ name: 'card paid over, the price fell meanwhile', status: 'paid', method: 'card', price: 4000 },
    ...{ cardReceived: 5000, checkout: { state: 'paid', settledAt: 20 } },
    history: [{ at: 15, movedFrom: 5000 }, paidBy(20, 'system'), { at: 20, card: 'over', amount: 5000 }],
    ...{ received: 5000, balance: -1000, entries: ['card 5000 at 20 by system'] },
  },
  {
    ...{ name: 'card paid short, the price rose meanwhile', status: 'pending', method: 'card', price: 7500 },
    ...{ cardReceived: 5000, checkout: { state: 'paid', settledAt: 20 } },
    history: [
      { at: 15, movedFrom: 5000 },
      { at: 20, card: 'short', amount: 5000 },
    ],
    ...{ received: 5000, balance: 2500, entries: ['card 5000 at 20 by system'] },
  },
  {
    ...{ name: 'card paid short, the rest paid at the desk', status: 'paid', method: 'card', price: 7500 },
    ...{ cardReceived: 5000, checkout: { state: 'paid', settledAt: 20 } },
    history: [{ at: 15, movedFrom: 5000 }, { at: 20, card: 'short', amount: 5000 }, paidBy(30)],
    ...{ received: 7500, balance: 0 },
    entries: ['card 5000 at 20 by system', 'cash 2500 at 30 by admin 1'],
  },
  {
    ...{ name: 'card paid short, cancelled by an admin', status: 'cancelled', method: 'card', price: 7500 },
    ...{ cardReceived: 5000, checkout: { state: 'paid', settledAt: 20 } },
    history: [{ at: 20, card: 'short', amount: 5000 }, cancelled(30)],
    ...{ received: 0, balance: 0 },
    entries: ['card 5000 at 20 by system', `card -5000 at 30 by system (${SETTLED})`],
  },
  {
    ...{ name: 'card paid, cancelled', status: 'cancelled', method: 'card', cardReceived: 5000 },
    ...{ checkout: { state: 'paid', settledAt: 20 } },
    history: [paidBy(20, 'system'), { at: 20, card: 'paid', amount: 5000 }, cancelled(30)],
    ...{ received: 0, balance: 0 },
    entries: ['card 5000 at 20 by system', `card -5000 at 30 by system (${SETTLED})`],
  },
  {
    ...{ name: 'card paid, cancelled, restored', status: 'paid', method: 'card', cardReceived: 5000 },
    ...{ checkout: { state: 'paid', settledAt: 20 } },
    history: [paidBy(20, 'system'), { at: 20, card: 'paid', amount: 5000 }, cancelled(30), paidBy(40)],
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 20 by system'] },
  },
  {
    ...{ name: 'card money after expiry', status: 'cancelled', method: 'card' },
    ...{ checkout: { state: 'refund_due', settledAt: 40 } },
    history: [cancelled(30, 'system'), { at: 40, card: 'refund_due', amount: 5000 }],
    ...{ received: 5000, balance: -5000, entries: [`card 5000 at 40 by system (${UNUSED})`], reported: null },
  },
  {
    ...{ name: 'card money after an admin cancelled', status: 'cancelled', method: 'card' },
    ...{ checkout: { state: 'refund_due', settledAt: 40 } },
    history: [cancelled(30), { at: 40, card: 'refund_due', amount: 5000 }],
    ...{ received: 5000, balance: -5000, entries: [`card 5000 at 40 by system (${UNUSED})`] },
  },
  {
    ...{ name: 'card money after the slot was sold again', status: 'cancelled', method: 'card' },
    ...{ checkout: { state: 'refund_due', settledAt: 40 } },
    ...{ received: 5000, balance: -5000, entries: [`card 5000 at 40 by system (${UNUSED})`] },
  },
  {
    ...{ name: 'card money after it was paid in cash', status: 'paid', method: 'card' },
    ...{ checkout: { state: 'refund_due', settledAt: 40 } },
    history: [paidBy(20), { at: 40, card: 'refund_due', amount: 5000 }],
    ...{ received: 10000, balance: -5000 },
    entries: ['card 5000 at 20 by admin 1', `card 5000 at 40 by system (${UNUSED})`],
  },
  {
    ...{ name: 'an admin restored the booking of late card money', status: 'paid', method: 'card' },
    ...{ checkout: { state: 'refund_due', settledAt: 40 } },
    history: [cancelled(30), { at: 40, card: 'refund_due', amount: 5000 }, paidBy(50)],
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 40 by system'] },
  },
  {
    ...{ name: 'late card money that was another sum', status: 'cancelled', method: 'card' },
    ...{ checkout: { state: 'refund_due', settledAt: 40, other: 4000 } },
    history: [
      cancelled(30),
      { at: 40, card: 'refund_due', amount: 5000 },
      { at: 45, card: 'another amount', amount: 4000 },
    ],
    ...{ received: 4000, balance: -4000, entries: [`card 4000 at 45 by system (${UNUSED})`], reported: 4000 },
  },
  {
    ...{ name: 'another sum while it waits', status: 'pending', method: 'card' },
    ...{
      checkout: { state: 'open', other: 4000 },
      history: [{ at: 20, card: 'another amount', amount: 4000 }],
    },
    ...{ received: 4000, balance: 1000, entries: [`card 4000 at 20 by system (${UNUSED})`], reported: 4000 },
  },
  {
    ...{ name: 'another sum, then released', status: 'cancelled', method: 'card' },
    ...{ checkout: { state: 'released', other: 6000, settledAt: 30 } },
    history: [{ at: 20, card: 'another amount', amount: 6000 }, cancelled(30, 'system')],
    ...{ received: 6000, balance: -6000, entries: [`card 6000 at 20 by system (${UNUSED})`], reported: 6000 },
  },
  {
    ...{ name: 'another sum, the rest paid at the desk', status: 'paid', method: 'card' },
    ...{ checkout: { state: 'open', other: 4000 } },
    history: [{ at: 20, card: 'another amount', amount: 4000 }, paidBy(30)],
    ...{ received: 5000, balance: 0, reported: 4000 },
    entries: ['card 4000 at 20 by system', 'cash 1000 at 30 by admin 1'],
  },
  {
    ...{ name: 'the browser said paid, the provider another sum', status: 'paid', method: 'card' },
    ...{ cardReceived: 4000, checkout: { state: 'paid', other: 4000, settledAt: 20 } },
    history: [
      paidBy(20, 'system'),
      { at: 20, card: 'paid', amount: 5000 },
      { at: 25, card: 'another amount', amount: 4000 },
    ],
    ...{ received: 4000, balance: 1000, entries: ['card 4000 at 25 by system'], reported: 4000 },
  },
  {
    ...{ name: 'the provider said less, then the whole sum', status: 'paid', method: 'card' },
    ...{ cardReceived: 5000, checkout: { state: 'paid', other: 4000, settledAt: 25 } },
    history: [
      { at: 20, card: 'another amount', amount: 4000 },
      paidBy(25, 'system'),
      { at: 25, card: 'paid', amount: 5000 },
    ],
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 25 by system'], reported: 5000 },
  },
  {
    ...{ name: 'the provider said less than half a rupee', status: 'paid', method: 'card', cardReceived: 0 },
    ...{ checkout: { state: 'paid', other: 0.4, settledAt: 20 } },
    history: [paidBy(20, 'system'), { at: 25, card: 'another amount', amount: 0.4 }],
    ...{ received: 0, balance: 5000, entries: [], reported: 0 },
  },
  {
    ...{ name: 'a fraction while it waits', status: 'pending', method: 'card' },
    ...{ checkout: { state: 'open', other: 49.99 } },
    history: [{ at: 20, card: 'another amount', amount: 49.99 }],
    ...{ received: 50, balance: 4950, entries: [`card 50 at 20 by system (${UNUSED})`], reported: 50 },
  },
  {
    ...{ name: 'no number while it waits', status: 'pending', method: 'card' },
    ...{ checkout: { state: 'open', other: -1 }, history: [{ at: 20, card: 'another amount' }] },
    ...{ received: 0, balance: 5000, entries: [], reported: 0 },
  },
  {
    ...{ name: 'no number after it was paid', status: 'paid', method: 'card', cardReceived: 5000 },
    ...{ checkout: { state: 'paid', other: -1, settledAt: 20 } },
    history: [
      paidBy(20, 'system'),
      { at: 20, card: 'paid', amount: 5000 },
      { at: 25, card: 'another amount' },
    ],
    ...{ received: 5000, balance: 0, entries: ['card 5000 at 20 by system'], reported: 5000 },
  },
  {
    ...{ name: 'a sum that no card pays', status: 'cancelled', method: 'card' },
    ...{ checkout: { state: 'released', other: 1e300, settledAt: 30 } },
    history: [{ at: 20, card: 'another amount', amount: 1e300 }, cancelled(30, 'system')],
    ...{ received: 0, balance: 0, entries: [], reported: 0 },
  },
];

let db: Database;
let revenueBefore = 0;

beforeAll(() => {
  db = new Database(':memory:', { strict: true });
  migrate(db, SCHEMA_BEFORE);
  db.run(
    "INSERT INTO user (email, name, is_admin, created_at, updated_at) VALUES ('a@example.com', 'Sana Malik', 1, 1, 1)",
  );
  for (const [index, item] of CASES.entries()) insertCase(index + 1, item);
  revenueBefore = sum("SELECT sum(amount) AS n FROM booking_tally WHERE period = 'all' AND status = 'paid'");
  migrate(db);
});
afterAll(() => db.close());

function insertCase(id: number, item: Case): void {
  const date = `2026-11-${String(1 + (id % 28)).padStart(2, '0')}`;
  db.query(
    `INSERT INTO booking (id, court_id, date, start_time, duration, slots, name, email, phone, status, provider_ref,
       payment_method, hourly_rate, computed_amount, created_at, card_received)
     VALUES (?, 1, ?, ?, 60, '["18:00","18:30"]', 'Ayesha Khan', 'a@example.com', '+923001234567', ?, ?, ?, 5000, ?, 10, ?)`,
  ).run(
    ...[id, date, id > 28 ? '20:00' : '18:00', item.status, `ref-${id}`, item.method ?? 'cash'],
    ...[item.price ?? 5000, item.cardReceived ?? null],
  );
  if (item.checkout) {
    const { state, amount = 5000, other = null, settledAt = null } = item.checkout;
    db.query(
      `INSERT INTO checkout (booking_id, reference, token, amount, state, expires_at, created_at, settled_at, other_amount)
       VALUES (?, ?, ?, ?, ?, 1, 10, ?, ?)`,
    ).run(id, `ref-${id}`, `token-${id}`, amount, state, settledAt, other);
  }
  for (const event of item.history ?? []) insertEvent(id, item.price ?? 5000, event);
}

function insertEvent(id: number, price: number, event: Event): void {
  const insert = db.query(
    "INSERT INTO history (at, actor, actor_id, action, subject, subject_id, details) VALUES (?, ?, ?, ?, 'booking', ?, ?)",
  );
  if ('to' in event) {
    const { by = 'admin', actorId = ADMIN } = event;
    const details = JSON.stringify({ from: 'pending', to: event.to });
    insert.run(event.at, by, by === 'system' ? null : actorId, 'status', id, details);
  } else if ('movedFrom' in event) {
    const details = { from: { amount: event.movedFrom }, to: { amount: price } };
    insert.run(event.at, 'admin', ADMIN, 'moved', id, JSON.stringify(details));
  } else {
    const { card: result, amount } = event;
    insert.run(
      event.at,
      'system',
      null,
      'card_payment',
      id,
      JSON.stringify({ provider: 'safepay', result, amount }),
    );
  }
}

const sum = (sql: string): number => db.query<{ n: number | null }, []>(sql).get()?.n ?? 0;

function readEntries(id: number): string[] {
  return db
    .query<
      { method: string; amount: number; at: number; actor: string; actor_id: number; note: string },
      [number]
    >('SELECT * FROM ledger_entry WHERE booking_id = ? ORDER BY id')
    .all(id)
    .map(({ method, amount, at, actor, actor_id, note }) =>
      [`${method} ${amount} at ${at} by ${actor}`, actor_id ?? '', note ? `(${note})` : '']
        .filter((word) => word !== '')
        .join(' '),
    );
}

describe('the money of a club from before the ledger becomes entries', () => {
  test.each(CASES.map((item, index) => [item.name, index + 1, item] as const))('%s', (_, id, item) => {
    const row = db
      .query('SELECT status, charge, received, charge - received AS balance FROM booking WHERE id = ?')
      .get(id);
    const charge = item.status === 'cancelled' ? 0 : (item.price ?? 5000);
    const { status, received, balance } = item;
    expect(row).toEqual({ status, charge, received, balance });
    expect(readEntries(id)).toEqual(item.entries);
    if (item.reported !== undefined) {
      const checkout = db.query('SELECT reported_amount FROM checkout WHERE booking_id = ?').get(id);
      expect(checkout).toEqual({ reported_amount: item.reported });
    }
  });
});

test('the totals before and after agree to the rupee; every difference is a balance', () => {
  const paid = CASES.filter(({ status }) => status === 'paid');
  expect(revenueBefore).toBe(paid.reduce((total, { price = 5000 }) => total + price, 0));
  expect(sum("SELECT sum(charge) AS n FROM booking WHERE status = 'paid'")).toBe(revenueBefore);
  const revenueAfter = sum("SELECT sum(amount) AS n FROM booking_stats WHERE period = 'all'");
  const notYetCollected = sum("SELECT sum(charge - received) AS n FROM booking WHERE status = 'paid'");
  const beforePaid = sum("SELECT sum(received) AS n FROM booking WHERE status = 'pending'");
  const toGiveBack = sum("SELECT sum(received) AS n FROM booking WHERE status = 'cancelled'");
  expect(revenueAfter).toBe(revenueBefore - notYetCollected + beforePaid + toGiveBack);
  expect({ revenueBefore, notYetCollected, beforePaid, toGiveBack, revenueAfter }).toMatchInlineSnapshot(`
    {
      "beforePaid": 9050,
      "notYetCollected": 2500,
      "revenueAfter": 155550,
      "revenueBefore": 124000,
      "toGiveBack": 25000,
    }
  `);
});

test('the kept sums equal the entries', () => {
  const entries = sum('SELECT sum(amount) AS n FROM ledger_entry');
  expect(sum('SELECT sum(received) AS n FROM booking')).toBe(entries);
  expect(sum("SELECT sum(incoming - outgoing) AS n FROM ledger_total WHERE period = 'all'")).toBe(entries);
  expect(sum("SELECT sum(amount) AS n FROM booking_stats WHERE period LIKE 'd%'")).toBe(entries);
});

import type { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { migrate } from '../../../src/db/migrate.ts';
import { removeDirs } from '../../support/data-dir.ts';
import { openReleasedDatabase } from '../../support/released-club.ts';

/** A booking of the club of 0.1.0, which kept money as a status, a column for cards and the states of checkouts. */
interface Case {
  /** The name on the booking. */
  name: string;
  money: [status: string, charge: number, received: number, balance: number];
  /** `method amount`, with the time, the actor and the note. */
  entries: string[];
  /** The provider's amount that a repeated report must not count again. */
  reported?: number | null;
}

const SETTLED = 'Settled before the ledger was kept';
const UNUSED = 'Could not be used for the booking';

const CASES: Case[] = [
  {
    name: 'pending',
    money: ['pending', 5000, 0, 5000],
    entries: [],
  },
  {
    name: 'paid in cash',
    money: ['paid', 5000, 5000, 0],
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    name: 'paid by transfer',
    money: ['paid', 5000, 5000, 0],
    entries: ['bank_transfer 5000 at 20 by admin 1'],
  },
  {
    name: 'paid by a method of an older program',
    money: ['paid', 5000, 5000, 0],
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    name: 'a card booking that an admin marked paid',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 20 by admin 1'],
  },
  {
    name: 'paid, then moved to a dearer time',
    money: ['paid', 7500, 5000, 2500],
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    name: 'paid, then moved to a cheaper time',
    money: ['paid', 4000, 5000, -1000],
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    name: 'moved twice after it was paid',
    money: ['paid', 6000, 5000, 1000],
    entries: ['cash 5000 at 20 by admin 1'],
  },
  {
    name: 'moved before it was paid',
    money: ['paid', 7500, 7500, 0],
    entries: ['cash 7500 at 20 by admin 1'],
  },
  {
    name: 'paid, moved, cancelled, restored at the new price',
    money: ['paid', 7500, 7500, 0],
    entries: ['cash 7500 at 50 by admin 1'],
  },
  {
    name: 'cancelled after it was paid',
    money: ['cancelled', 0, 0, 0],
    entries: ['cash 5000 at 20 by admin 1', `cash -5000 at 30 by system (${SETTLED})`],
  },
  {
    name: 'cancelled after it was paid and moved',
    money: ['cancelled', 0, 0, 0],
    entries: ['cash 5000 at 20 by admin 1', `cash -5000 at 30 by system (${SETTLED})`],
  },
  {
    name: 'cancelled unpaid',
    money: ['cancelled', 0, 0, 0],
    entries: [],
  },
  {
    name: 'cancelled without a history',
    money: ['cancelled', 0, 0, 0],
    entries: [],
  },
  {
    name: 'paid without a history',
    money: ['paid', 5000, 5000, 0],
    entries: ['cash 5000 at 10 by system'],
  },
  {
    name: 'a free booking',
    money: ['paid', 0, 0, 0],
    entries: [],
  },
  {
    name: 'marked paid by an admin whose account is gone',
    money: ['paid', 5000, 5000, 0],
    entries: ['cash 5000 at 20 by admin'],
  },
  {
    name: 'card paid exactly',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 20 by system'],
    reported: null,
  },
  {
    name: 'card money without a history',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 20 by system'],
  },
  {
    name: 'card paid over, the price fell meanwhile',
    money: ['paid', 4000, 5000, -1000],
    entries: ['card 5000 at 20 by system'],
  },
  {
    name: 'card paid short, the price rose meanwhile',
    money: ['pending', 7500, 5000, 2500],
    entries: ['card 5000 at 20 by system'],
  },
  {
    name: 'card paid short, the rest paid at the desk',
    money: ['paid', 7500, 7500, 0],
    entries: ['card 5000 at 20 by system', 'cash 2500 at 30 by admin 1'],
  },
  {
    name: 'card paid short, cancelled by an admin',
    money: ['cancelled', 0, 0, 0],
    entries: ['card 5000 at 20 by system', `card -5000 at 30 by system (${SETTLED})`],
  },
  {
    name: 'card paid, cancelled',
    money: ['cancelled', 0, 0, 0],
    entries: ['card 5000 at 20 by system', `card -5000 at 30 by system (${SETTLED})`],
  },
  {
    name: 'card paid, cancelled, restored',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 20 by system'],
  },
  {
    name: 'card money after expiry',
    money: ['cancelled', 0, 5000, -5000],
    entries: [`card 5000 at 40 by system (${UNUSED})`],
    reported: null,
  },
  {
    name: 'card money after an admin cancelled',
    money: ['cancelled', 0, 5000, -5000],
    entries: [`card 5000 at 40 by system (${UNUSED})`],
  },
  {
    name: 'card money after the slot was sold again',
    money: ['cancelled', 0, 5000, -5000],
    entries: [`card 5000 at 40 by system (${UNUSED})`],
  },
  {
    name: 'card money after it was paid in cash',
    money: ['paid', 5000, 10000, -5000],
    entries: ['card 5000 at 20 by admin 1', `card 5000 at 40 by system (${UNUSED})`],
  },
  {
    name: 'an admin restored the booking of late card money',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 40 by system'],
  },
  {
    name: 'late card money that was another sum',
    money: ['cancelled', 0, 4000, -4000],
    entries: [`card 4000 at 45 by system (${UNUSED})`],
    reported: 4000,
  },
  {
    name: 'another sum while it waits',
    money: ['pending', 5000, 4000, 1000],
    entries: [`card 4000 at 20 by system (${UNUSED})`],
    reported: 4000,
  },
  {
    name: 'another sum, then released',
    money: ['cancelled', 0, 6000, -6000],
    entries: [`card 6000 at 20 by system (${UNUSED})`],
    reported: 6000,
  },
  {
    name: 'another sum, the rest paid at the desk',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 4000 at 20 by system', 'cash 1000 at 30 by admin 1'],
    reported: 4000,
  },
  {
    name: 'the browser said paid, the provider another sum',
    money: ['paid', 5000, 4000, 1000],
    entries: ['card 4000 at 25 by system'],
    reported: 4000,
  },
  {
    name: 'the provider said less, then the whole sum',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 25 by system'],
    reported: 5000,
  },
  {
    name: 'the provider said less than half a rupee',
    money: ['paid', 5000, 0, 5000],
    entries: [],
    reported: 0,
  },
  {
    name: 'a fraction while it waits',
    money: ['pending', 5000, 50, 4950],
    entries: [`card 50 at 20 by system (${UNUSED})`],
    reported: 50,
  },
  {
    name: 'no number while it waits',
    money: ['pending', 5000, 0, 5000],
    entries: [],
    reported: 0,
  },
  {
    name: 'no number after it was paid',
    money: ['paid', 5000, 5000, 0],
    entries: ['card 5000 at 20 by system'],
    reported: 5000,
  },
  {
    name: 'a sum that no card pays',
    money: ['cancelled', 0, 0, 0],
    entries: [],
    reported: 0,
  },
];

let db: Database;
let dataDir: string;
let paidBefore: number;

beforeAll(() => {
  ({ db, dataDir } = openReleasedDatabase('0.1.0'));
  paidBefore = sum("SELECT amount AS n FROM booking_tally WHERE period = 'all' AND status = 'paid'");
  migrate(db);
});
afterAll(() => {
  db.close();
  removeDirs(dataDir);
});

const sum = (sql: string): number => db.query<{ n: number | null }, []>(sql).get()?.n ?? 0;

function readEntries(bookingId: number): string[] {
  return db
    .query<
      {
        method: string;
        amount: number;
        at: number;
        actor: string;
        actor_id: number | null;
        note: string | null;
      },
      [number]
    >('SELECT * FROM ledger_entry WHERE booking_id = ? ORDER BY id')
    .all(bookingId)
    .map(({ method, amount, at, actor, actor_id, note }) =>
      [`${method} ${amount} at ${at} by ${actor}`, actor_id ?? '', note ? `(${note})` : '']
        .filter((word) => word !== '')
        .join(' '),
    );
}

describe('the money of a club from before the ledger becomes entries', () => {
  test.each(CASES.map((item) => [item.name, item] as const))('%s', (name, { money, entries, reported }) => {
    const booking = db
      .query<{ id: number; status: string; charge: number; received: number }, [string]>(
        'SELECT id, status, charge, received FROM customer_booking WHERE name = ?',
      )
      .get(name);
    if (!booking) throw new Error('no booking');
    const { id, status, charge, received } = booking;
    expect([status, charge, received, charge - received]).toEqual(money);
    expect(readEntries(id)).toEqual(entries);
    if (reported !== undefined) {
      const checkout = db.query('SELECT reported_amount FROM checkout WHERE booking_id = ?').get(id);
      expect(checkout).toEqual({ reported_amount: reported });
    }
  });
});

test('the totals before and after agree to the rupee; every difference is a balance', () => {
  expect(sum("SELECT sum(charge) AS n FROM booking WHERE status = 'paid'")).toBe(paidBefore);
  const paidAfter = sum('SELECT sum(received) AS n FROM booking');
  const notYetCollected = sum("SELECT sum(charge - received) AS n FROM booking WHERE status = 'paid'");
  const beforePaid = sum("SELECT sum(received) AS n FROM booking WHERE status = 'pending'");
  const toGiveBack = sum("SELECT sum(received) AS n FROM booking WHERE status = 'cancelled'");
  expect(paidAfter).toBe(paidBefore - notYetCollected + beforePaid + toGiveBack);
  expect([notYetCollected, beforePaid, toGiveBack]).toEqual([2500, 9050, 25_000]);
});

test('the kept sums equal the entries', () => {
  const entries = sum('SELECT sum(amount) AS n FROM ledger_entry');
  expect(sum('SELECT sum(received) AS n FROM booking')).toBe(entries);
  expect(sum('SELECT sum(received) AS n FROM payer')).toBe(entries);
});

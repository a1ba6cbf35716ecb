import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { keyHeader } from './booking-key.ts';
import { nextClientIp } from './booking-load.ts';
import { clubToday, OPEN_SLOTS } from './default-day-plan.ts';
import { insertUserSession } from './insert-user-session.ts';
import { createSignedCallback, startSafepayServer, trackerOf } from './safepay-server.ts';
import { type RacingRequest, type Round, raceWithKills, random, send, withDatabase } from './stress.ts';
import { bookingBody } from './test-club.ts';
import { createPng, createReceiptForm } from './test-images.ts';

/** Two people, or two tabs of one, do something to a booking at the same moment; at most one may win. */
const RACES = [
  'cancel, approve',
  'reschedule, reschedule',
  'release, upload',
  'release, card',
  'double tap',
  'credit, credit',
] as const;
type Race = (typeof RACES)[number];

interface RacingBooking {
  id: number;
  race: Race;
  headers: Record<string, string>;
  balance: number;
  tracker: string;
  /** Start times of two free places of the same length. */
  targets: { court_id: number; date: string; slots: string[]; amount: number }[];
}

interface Action extends RacingRequest {
  booking: RacingBooking;
}

const PICTURE = createPng(40, 40);
/** Unpaid bookings are due within this time of a round's start. */
const DUE_WINDOW_MS = 700;

/** A server runs the races of `RACES` while it is killed, `kills` times. */
export async function stressSelfService(kills: number) {
  const safepay = startSafepayServer();
  const result = await raceWithKills(
    { kills, env: safepay.env, isExpected: ({ status }) => status === 200 || status === 409 },
    async (round) => {
      const bookings = await prepareRaces(round);
      return bookings.flatMap((booking) => actionsOf(booking, round.admin));
    },
    examine,
  );
  await safepay.stop();
  return result;
}

let guests = 0;

/** Books one place for each race, opens the payment page of one, and lets two be due within a second. */
async function prepareRaces({ url, dataDir, admin, number }: Round): Promise<RacingBooking[]> {
  const date = addDays(clubToday(), 2 + (number % 80));
  const court_id = 1 + (Math.floor(number / 80) % 2);
  const first = number < 160 ? 0 : 20;
  const placeAt = (offset: number) => {
    const slots = OPEN_SLOTS.slice(first + offset, first + offset + 2).map(startTimeOf);
    return { court_id, date, slots, amount: first === 0 ? 4000 : 5000 };
  };
  const bookings: RacingBooking[] = [];
  for (const [at, race] of RACES.entries()) {
    guests += 1;
    const email = `guest${guests}@example.com`;
    const member: Record<string, string> =
      race === 'credit, credit'
        ? { cookie: insertUserSession(dataDir, { email, name: 'Ayesha Khan', is_admin: false }) }
        : {};
    const headers = { 'x-forwarded-for': nextClientIp(), ...member };
    const place = placeAt(2 * at);
    const body = bookingBody({ court_id, date, start_time: place.slots[0], email });
    const answer = await send(url, 'POST', '/api/book', body, headers);
    const { booking, manage_url } = (await answer.json()) as {
      booking: { id: number; balance: number; user_id: number | null };
      manage_url: string;
    };
    const { id, balance, user_id } = booking;
    if (user_id !== null) {
      const credit = { paid: 9000, credit: 9000, method: 'bank_transfer' };
      await send(url, 'POST', `/api/admin/users/${user_id}/credit`, credit, { cookie: admin });
    }
    const key = { ...headers, ...keyHeader({ manage_url }) };
    let tracker = '';
    if (race === 'release, card') {
      const page = await send(
        url,
        'POST',
        `/api/booking/${id}/pay`,
        { method: 'card', amount: balance },
        key,
      );
      tracker = trackerOf(((await page.json()) as { payment_url: string }).payment_url);
    }
    bookings.push({ id, race, headers: key, balance, tracker, targets: [placeAt(14), placeAt(16)] });
  }
  withDatabase(dataDir, (db) => {
    for (const { id, race } of bookings) {
      if (race.startsWith('release'))
        db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [Date.now() + random(DUE_WINDOW_MS), id]);
    }
  });
  return bookings;
}

function actionsOf(booking: RacingBooking, admin: string): Action[] {
  const { id, race, headers, balance, tracker, targets } = booking;
  const action = (
    name: string,
    request: (url: string, retry: Record<string, string>) => Promise<Response>,
  ) => {
    const retry = { 'idempotency-key': crypto.randomUUID() };
    return { name, booking, answer: null, send: (url: string) => request(url, retry) };
  };
  const cancel = (url: string, retry: Record<string, string>) =>
    send(url, 'POST', `/api/booking/${id}/cancel`, { amount_back: 0 }, { ...headers, ...retry });
  switch (race) {
    case 'cancel, approve':
      return [
        action('cancel', cancel),
        action('approve', (url) => {
          const body = { status: 'paid', method: 'bank_transfer', version: 1 };
          return send(url, 'PUT', `/api/admin/bookings/${id}/status`, body, { cookie: admin });
        }),
      ];
    case 'reschedule, reschedule':
      return targets.map((target) =>
        action('reschedule', (url, retry) =>
          send(url, 'POST', `/api/booking/${id}/reschedule`, target, { ...headers, ...retry }),
        ),
      );
    case 'release, upload':
      return [
        action('upload', (url) => {
          const init = { method: 'POST', headers, body: createReceiptForm(PICTURE) };
          return fetch(`${url}/api/booking/${id}/receipt`, init);
        }),
      ];
    case 'release, card':
      return [
        action('card', (url) => {
          const { body, signature } = createSignedCallback(tracker, { amount: String(balance) });
          const init = { 'content-type': 'application/json', 'x-sfpy-signature': signature };
          return fetch(`${url}/api/payments/callback/safepay`, { method: 'POST', body, headers: init });
        }),
      ];
    case 'double tap': {
      const retry = { 'idempotency-key': crypto.randomUUID() };
      return ['tap', 'tap'].map((name) => action(name, (url) => cancel(url, retry)));
    }
    case 'credit, credit':
      return ['credit', 'credit'].map((name) =>
        action(name, (url, retry) => {
          const body = { method: 'credit', amount: balance };
          return send(url, 'POST', `/api/booking/${id}/pay`, body, { ...headers, ...retry });
        }),
      );
  }
}

/** Every difference between the answers and the database; all lists are empty when nothing is wrong. */
function examine(dataDir: string, actions: readonly Action[]) {
  return withDatabase(dataDir, (db) => {
    const count = (sql: string, id: number) => db.query<{ n: number }, [number]>(sql).get(id)?.n ?? 0;
    const ids = (sql: string) =>
      db
        .query<{ id: number }, []>(sql)
        .all()
        .map(({ id }) => id);
    const done: Record<string, (id: number) => number> = {
      cancel: (id) => countHistory(db, id, 'status', 'cancelled'),
      tap: (id) => countHistory(db, id, 'status', 'cancelled'),
      approve: (id) => countHistory(db, id, 'status', 'paid'),
      reschedule: (id) => countHistory(db, id, 'moved'),
      upload: (id) => count('SELECT count(*) AS n FROM receipt WHERE booking_id = ?', id),
      card: (id) =>
        count("SELECT count(*) AS n FROM ledger_entry WHERE booking_id = ? AND method = 'card'", id),
      credit: (id) =>
        count("SELECT count(*) AS n FROM ledger_entry WHERE booking_id = ? AND method = 'credit'", id),
    };
    /** Of a race that only one of both can win: how often the database says that one has. */
    const winsOf = ({ id, race }: RacingBooking): number => {
      const names = race === 'release, card' || race === 'release, upload' ? [] : race.split(', ');
      const kinds = [...new Set(race === 'double tap' ? ['tap'] : names)];
      return kinds.length === 0 ? 1 : kinds.reduce((sum, name) => sum + (done[name]?.(id) ?? 0), 0);
    };
    const receipts = db.query<{ path: string }, []>('SELECT path FROM receipt').all();
    return {
      /** Answered with success, and not in the database. */
      lost: actions.filter((action) => isDone(action) && done[action.name]?.(action.booking.id) === 0),
      /** A race that not exactly one of both has won. */
      wrongWinners: actions.filter(({ booking }) => winsOf(booking) !== 1),
      /** The money of a payment page, counted twice. */
      doubledMoney: actions.filter(
        ({ name, booking }) => name === 'card' && (done.card?.(booking.id) ?? 0) > 1,
      ),
      /** Two different requests were told that they won. */
      bothTold: actions.filter(
        (one) =>
          one.booking.race !== 'double tap' &&
          isDone(one) &&
          actions.some((other) => other !== one && other.booking === one.booking && isDone(other)),
      ),
      lostFiles: receipts.filter(({ path }) => !existsSync(join(dataDir, 'receipts', path))),
      releasedWithReceipt: ids(
        `SELECT release.subject_id AS id FROM audit_log AS release JOIN audit_log AS receipt
           ON receipt.subject = 'booking' AND receipt.subject_id = release.subject_id AND receipt.action = 'receipt'
           AND receipt.id < release.id
         WHERE release.subject = 'booking' AND release.details ->> 'reason' = 'unpaid'`,
      ),
      releasedWithMoney: ids(
        `SELECT subject_id AS id FROM audit_log JOIN ledger_entry ON ledger_entry.booking_id = subject_id
         WHERE subject = 'booking' AND details ->> 'reason' = 'unpaid' AND ledger_entry.at < audit_log.at`,
      ),
      wrongClaims: ids(
        `SELECT id FROM booking WHERE iif(status = 'cancelled', 0, 2) <>
           (SELECT count(*) FROM claim WHERE claim.booking_id = booking.id AND claim.date = booking.date)`,
      ),
      bookFaults: listBookFaults(db),
    };
  });
}

const isDone = ({ answer }: Action) => answer?.status === 200;

function countHistory(db: Database, id: number, action: string, to?: string): number {
  const row = db
    .query<{ n: number }, [number, string, string | null]>(
      `SELECT count(*) AS n FROM audit_log WHERE subject = 'booking' AND subject_id = ?1 AND action = ?2
         AND (?3 IS NULL OR details ->> 'to' = ?3)`,
    )
    .get(id, action, to ?? null);
  return row?.n ?? 0;
}

/** What `stressSelfService` finds when nothing is wrong. */
export const NO_PROBLEMS = {
  ...{
    unexpected: [],
    lost: [],
    wrongWinners: [],
    doubledMoney: [],
    bothTold: [],
    lostFiles: [],
    releasedWithReceipt: [],
  },
  ...{ releasedWithMoney: [], wrongClaims: [], bookFaults: [] },
};

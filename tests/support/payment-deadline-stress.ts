import type { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { addDays } from '../../src/domain/business-day.ts';
import { clubToday } from './default-day-plan.ts';
import { startServerProcess } from './server-process.ts';
import { insertAdmin, insertBooking, random, withDatabase } from './stress.ts';
import { createPng, createReceiptForm } from './test-images.ts';

const EMAIL = 'ayesha@example.com';
/** Bookings that become due around each kill. */
const BOOKINGS_A_KILL = 6;
const JOB_MS = 1000;

/**
 * Uploads receipts and records payments for bookings in the second in which they are released, and kills the
 * server in it, `kills` times. Then compares the database with every answer that came.
 */
export async function stressDeadlines(kills: number) {
  let server = await startServerProcess();
  const { dataDir } = server;
  const cookie = insertAdmin(dataDir);
  const picture = createPng(40, 40);
  const uploaded = new Set<number>();
  const paid = new Set<number>();
  const unexpected: string[] = [];

  const upload = async (id: number) => {
    const body = createReceiptForm(picture, { email: EMAIL });
    const { status } = await fetch(`${server.url}/api/booking/${id}/receipt`, { method: 'POST', body });
    if (status === 200) uploaded.add(id);
    // 409: paid at the same moment, which needs no receipt.
    else if (status !== 409) unexpected.push(`receipt ${status}`);
  };
  const pay = async (id: number) => {
    const { status } = await fetch(`${server.url}/api/admin/bookings/${id}/payments`, {
      method: 'POST',
      body: JSON.stringify({ amount: 1000, method: 'bank_transfer' }),
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
    });
    if (status === 201) paid.add(id);
    else unexpected.push(`payment ${status}`);
  };

  for (let kill = 0; kill < kills; kill += 1) {
    const ids = insertDueBookings(dataDir, kill);
    const act = async (id: number) => {
      await Bun.sleep(random(JOB_MS));
      try {
        await (id % 3 === 0 ? pay(id) : upload(id));
      } catch {
        // The server was killed before its answer.
      }
    };
    const acting = Promise.all(ids.slice(1).map(act));
    await Bun.sleep(random(JOB_MS));
    await server.stop('SIGKILL');
    server = await startServerProcess({ dataDir });
    await acting;
  }
  // What is due now is released by the last server.
  await Bun.sleep(3 * JOB_MS);
  await server.stop();

  const result = withDatabase(dataDir, (db) => examine(db, dataDir, uploaded, paid));
  await server.close();
  return { uploaded: uploaded.size, paid: paid.size, unexpected, ...result };
}

/** Unpaid transfers that become due in the next second, on slots of their own. */
function insertDueBookings(dataDir: string, kill: number): number[] {
  const date = addDays(clubToday(), 1 + kill);
  const hours = Array.from({ length: BOOKINGS_A_KILL }, (_, index) => 8 + 2 * index);
  const insert = (db: Database) =>
    hours.map((hour) => insertBooking(db, { date, hour, pay_by: Date.now() + random(JOB_MS) }));
  return withDatabase(dataDir, (db) => db.transaction(insert).immediate(db));
}

function examine(db: Database, dataDir: string, uploaded: ReadonlySet<number>, paid: ReadonlySet<number>) {
  const ids = (sql: string) =>
    db
      .query<{ id: number }, []>(sql)
      .all()
      .map(({ id }) => id);
  const receipts = db
    .query<{ booking_id: number; path: string }, []>('SELECT booking_id, path FROM receipt')
    .all();
  const stored = new Set(receipts.map(({ booking_id }) => booking_id));
  return {
    released: ids("SELECT id FROM booking WHERE status = 'cancelled' AND pay_by IS NOT NULL").length,
    lostReceipts: [...uploaded].filter((id) => !stored.has(id)),
    lostFiles: receipts
      .filter(({ path }) => !existsSync(join(dataDir, 'receipts', path)))
      .map(({ path }) => path),
    lostPayments: [...paid].filter(
      (id) => db.query('SELECT 1 FROM ledger_entry WHERE booking_id = ?').get(id) === null,
    ),
    /** The release came after the receipt or the money. */
    releasedWithReceipt: ids(
      `SELECT DISTINCT release.subject_id AS id FROM audit_log AS release JOIN audit_log AS receipt
         ON receipt.subject = 'booking' AND receipt.subject_id = release.subject_id AND receipt.action = 'receipt'
         AND receipt.id < release.id
       WHERE release.subject = 'booking' AND release.details ->> 'reason' = 'unpaid'`,
    ),
    releasedWithMoney: ids(
      `SELECT DISTINCT subject_id AS id FROM audit_log JOIN ledger_entry ON ledger_entry.booking_id = subject_id
       WHERE subject = 'booking' AND details ->> 'reason' = 'unpaid' AND ledger_entry.at < audit_log.at`,
    ),
    /** A standing booking holds both its slots, a released one none. */
    wrongClaims: ids(
      `SELECT id FROM booking WHERE iif(status = 'cancelled', 0, 2) <>
         (SELECT count(*) FROM claim WHERE claim.booking_id = booking.id)`,
    ),
    /** Due, without a receipt or money, and still held. */
    forgotten: ids(
      `SELECT id FROM booking WHERE status = 'pending' AND received = 0 AND payment_receipt IS NULL`,
    ),
    /** Each release tells its customer once. */
    untold: ids(
      `SELECT id FROM booking WHERE status = 'cancelled' AND pay_by IS NOT NULL AND 1 <>
         (SELECT count(*) FROM outbox WHERE outbox.booking_id = booking.id AND kind = 'booking.released')`,
    ),
    bookFaults: listBookFaults(db),
  };
}

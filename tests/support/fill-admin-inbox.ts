import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { addDays, weekdayOf } from '../../src/domain/business-day.ts';
import { bookAsGuest } from './booking-wizard.ts';
import { createPng, createReceiptForm } from './test-images.ts';
import { waitUntil } from './wait-until.ts';

/** The lines' customers, one for each kind. */
export const INBOX_NAMES = {
  receipt: 'Rabia Receipt',
  badReceipt: 'Rashid Receipt',
  late: 'Laila Late',
  unpaid: 'Usman Unpaid',
  refund: 'Rana Refund',
  wave: 'Wasim Wave',
  series: 'Sami Series',
} as const;

/**
 * Adds one line of each kind to the inbox of a club on the business day `today`. `page` is signed in as its owner.
 * Uses its own courts, so the club may have bookings.
 */
export async function fillInbox(
  club: { url: string; dataDir: string },
  page: Page,
  today: string,
  now: number,
): Promise<void> {
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await page.request.fetch(club.url + path, { method, data });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const withDatabase = (use: (db: Database) => void) => {
    const db = new Database(join(club.dataDir, 'club.db'), { strict: true });
    db.run('PRAGMA busy_timeout = 5000');
    use(db);
    db.close();
  };
  const addCourt = async (name: string) => {
    const { court } = await send('POST', '/api/admin/courts', { name, hourly_rate: 4000 });
    return court.id as number;
  };
  const court = await addCourt('Court 8 - Garden');
  const waveCourt = await addCourt('Court 9 - Terrace');
  const guest = async (name: string, entry: object) => {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    const response = await bookAsGuest(club.url, { court_id: court, name, email, ...entry });
    if (response.status !== 201) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { booking: { id: number } }).booking.id;
  };
  const upload = async (id: number, email: string, width: number) => {
    const body = createReceiptForm(createPng(width, 100), { email });
    const response = await fetch(`${club.url}/api/booking/${id}/receipt`, { method: 'POST', body });
    if (response.status !== 200) throw new Error(`receipt: ${response.status} ${await response.text()}`);
  };

  const tomorrow = addDays(today, 1);
  const transfer = { date: tomorrow, payment_method: 'bank_transfer' };
  await upload(
    await guest(INBOX_NAMES.receipt, { ...transfer, start_time: '18:00' }),
    'rabia@example.com',
    200,
  );
  await upload(
    await guest(INBOX_NAMES.badReceipt, { ...transfer, start_time: '19:00' }),
    'rashid@example.com',
    210,
  );
  const late = await guest(INBOX_NAMES.late, { ...transfer, start_time: '20:00' });
  withDatabase((db) => db.query('UPDATE booking SET pay_by = ? WHERE id = ?').run(now - 60_000, late));
  await waitUntil(async () => {
    const answer = await page.request.get(`${club.url}/api/admin/bookings/${late}`);
    return (await answer.json()).data.booking.status === 'cancelled';
  });
  // The image of the earlier receipt.
  await upload(late, 'laila@example.com', 210);
  await send('POST', '/api/admin/bookings', {
    court_id: court,
    date: today,
    slots: ['21:00', '21:30'],
    name: INBOX_NAMES.unpaid,
  });
  const { booking } = await send('POST', '/api/admin/bookings', {
    court_id: court,
    date: tomorrow,
    slots: ['21:00', '21:30'],
    name: INBOX_NAMES.refund,
    payment: { method: 'cash' },
  });
  const cancellation = { status: 'cancelled', cancelled_by: 'club' };
  await send('PUT', `/api/admin/bookings/${booking.id}/status`, cancellation);
  // Five bookings of ten slots from one network, each with its own contact.
  for (let day = 2; day < 7; day += 1) {
    await guest(`${INBOX_NAMES.wave} ${day}`, {
      court_id: waveCourt,
      date: addDays(today, day),
      start_time: '16:00',
      duration: 300,
      email: `wave${day}@example.com`,
    });
  }
  await fetch(`${club.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ayesha Khan',
      email: 'ayesha@example.com',
      subject: 'booking',
      message: 'Is the terracotta court free on Sunday?',
    }),
  });
  const { series } = await send('POST', '/api/admin/series', {
    court_id: court,
    from: tomorrow,
    weekday: weekdayOf(tomorrow),
    start_time: '10:00',
    half_hours: 2,
    count: 2,
    guest: { name: INBOX_NAMES.series },
  });
  withDatabase((db) => {
    // As if more dates had followed when it was booked.
    db.query('UPDATE series SET ending_seen = NULL WHERE id = ?').run(series.id);
    db.run(
      "UPDATE outbox SET state = 'failed', attempts = 31, reason = 'refused: 550 No such user here' WHERE id = 1",
    );
    db.query('INSERT INTO backup_run (started_at, finished_at, ok, message) VALUES (?, ?, 0, ?)').run(
      now - 500,
      now - 400,
      'The stick is full.',
    );
  });
}

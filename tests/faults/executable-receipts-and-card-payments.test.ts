import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ICAL from 'ical.js';
import { addDays } from '../../src/domain/business-day.ts';
import { bookAsGuest, GUEST, tomorrow } from '../support/booking-wizard.ts';
import { createSignedCallback, startSafepayServer } from '../support/safepay-server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { addGpsExif, createNoisyJpeg, createReceiptForm, webpChunks } from '../support/test-images.ts';

// Over the socket of the compiled executable.

let club: ServerProcess;
let safepay: ReturnType<typeof startSafepayServer>;
let dataDir: string;
beforeAll(async () => {
  safepay = startSafepayServer();
  dataDir = mkdtempSync(join(tmpdir(), 'padel-after-'));
  club = await startServerProcess({ dataDir, env: safepay.env });
});
afterAll(async () => {
  await club.close();
  await safepay.stop();
});

interface BookedResult {
  id: number;
  payment_url: string;
}
async function book(over: Record<string, unknown>): Promise<BookedResult> {
  const answer = await bookAsGuest(club.url, over);
  expect(answer.status).toBe(201);
  const { booking, payment_url = '' } = (await answer.json()) as {
    booking: { id: number };
    payment_url?: string;
  };
  return { id: booking.id, payment_url };
}
function withDatabase<T>(work: (db: Database) => T): T {
  const db = new Database(join(dataDir, 'club.db'));
  db.run('PRAGMA busy_timeout = 5000');
  try {
    return work(db);
  } finally {
    db.close();
  }
}
const statusOf = async (id: number) =>
  ((await (await fetch(`${club.url}/api/booking/${id}`)).json()) as { booking: { status: string } }).booking
    .status;
const upload = (id: number, picture: Uint8Array, email: string) =>
  fetch(`${club.url}/api/booking/${id}/receipt`, {
    method: 'POST',
    body: createReceiptForm(picture, { email }),
  });

describe('receipts', () => {
  test('a wrong email gets 403, the stored photo has no location, and visitors get 404 for it at every address', async () => {
    const { id } = await book({ payment_method: 'bank_transfer' });
    const photo = addGpsExif(await createNoisyJpeg(600, 400), 6);
    expect((await upload(id, photo, 'thief@example.com')).status).toBe(403);
    expect(withDatabase((db) => db.query('SELECT payment_receipt FROM booking').values())).toEqual([[null]]);
    expect((await upload(id, photo, GUEST.email)).status).toBe(200);

    const [name = ''] = readdirSync(join(dataDir, 'receipts'));
    const kept = join(dataDir, 'receipts', name);
    expect(webpChunks(readFileSync(kept))).toEqual(['VP8 ']);
    expect(await new Bun.Image(readFileSync(kept)).metadata()).toMatchObject({ width: 400, height: 600 });

    for (const path of [
      `/api/booking/${id}/receipt`,
      `/receipts/${name}`,
      `/api/receipts/${name}`,
      `/media/${name}`,
      `/media/%2e%2e/receipts/${name}`,
      `/media/..%2freceipts%2f${name}`,
      `/api/booking/${id}/receipt/${name}`,
      '/receipts/',
      '/receipts',
    ]) {
      const answer = await fetch(club.url + path, { redirect: 'manual' });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('content-type')).not.toContain('image');
    }
  }, 180_000);
});

test('the calendar file of a booking at 1:30 AM has 20:30 UTC of the day before', async () => {
  const { id } = await book({ start_time: '01:30', payment_method: 'cash' });
  const text = await (await fetch(`${club.url}/api/booking/${id}/calendar.ics`)).text();
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
  const { startDate, endDate } = new ICAL.Event(event ?? undefined);
  expect([startDate, endDate].map((time) => time.toJSDate().toISOString())).toEqual([
    `${tomorrow}T20:30:00.000Z`,
    `${tomorrow}T21:30:00.000Z`,
  ]);
});

describe('card payments', () => {
  const sendCallback = async (callback: { body: string; signature: string }) => {
    const headers = { 'content-type': 'application/json', 'x-sfpy-signature': callback.signature };
    const url = `${club.url}/api/payments/callback/safepay`;
    return (await fetch(url, { method: 'POST', headers, body: callback.body })).status;
  };
  const trackerOf = ({ payment_url }: BookedResult) => new URL(payment_url).searchParams.get('beacon') ?? '';
  const messageKinds = (id: number) =>
    withDatabase((db) =>
      db.query('SELECT kind FROM outbox WHERE booking_id = ? ORDER BY kind').values(id).flat(),
    );

  test('20 concurrent callbacks pay a booking once, and a forged callback gets 403', async () => {
    const booked = await book({ start_time: '20:00', payment_method: 'card' });
    const tracker = trackerOf(booked);
    const forged = await Promise.all(
      [
        createSignedCallback(tracker, { secret: 'guessed' }),
        { ...createSignedCallback(tracker), signature: '' },
      ].map(sendCallback),
    );
    expect([forged, await statusOf(booked.id)]).toEqual([[403, 403], 'pending']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendCallback(createSignedCallback(tracker))),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await statusOf(booked.id)).toBe('paid');
    const history = withDatabase((db) =>
      db.query("SELECT action FROM audit_log WHERE subject = 'booking' AND subject_id = ?").values(booked.id),
    );
    expect(history.flat().toSorted()).toEqual(['card_payment', 'status']);
    expect(messageKinds(booked.id)).toEqual(['booking.paid', 'club.booking']);
  }, 180_000);

  test('an expired checkout frees its slots and sends no message', async () => {
    const date = addDays(tomorrow, 1);
    const { id } = await book({ date, start_time: '20:00', payment_method: 'card' });
    const bookSameSlots = () => bookAsGuest(club.url, { date, start_time: '20:00' });
    expect((await bookSameSlots()).status).toBe(409);
    // The executable uses the real clock, so the test moves the stored expiry instead.
    withDatabase((db) => db.run('UPDATE booking SET pay_by = ? WHERE id = ?', [Date.now() - 1, id]));
    expect(await club.stop()).toBe(0);
    club = await startServerProcess({ dataDir, env: safepay.env });
    const deadline = Date.now() + 60_000;
    while ((await statusOf(id)) === 'pending' && Date.now() < deadline) await Bun.sleep(200);
    expect([await statusOf(id), messageKinds(id)]).toEqual(['cancelled', []]);
    expect((await bookSameSlots()).status).toBe(201);
  }, 180_000);
});

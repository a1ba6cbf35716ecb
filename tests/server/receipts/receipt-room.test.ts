/** How much strangers can store with receipts, and whose uploads go on meanwhile. */
import { afterEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECEIPT_EMAIL_HEADER } from '../../../src/domain/receipt-upload.ts';
import { makeTempDir } from '../../support/data-dir.ts';
import { bookingBody, clubForEachTest, createTestClub } from '../../support/test-club.ts';
import { createNoisyJpeg, createPng, createReceiptForm } from '../../support/test-images.ts';

const DAY_MS = 24 * 60 * 60_000;
const CANNOT_SAVE =
  "The club's computer cannot save your receipt right now. Your booking is safe; please try again later or send the receipt on WhatsApp.";

const club = clubForEachTest({ env: { TRUST_PROXY: '1' } });
type Club = Pick<typeof club, 'app' | 'post' | 'dataDir'>;

let booked = 0;
/** Books an hour of a new contact, from a network of its own. */
async function book(to: Club = club, over: Record<string, unknown> = {}) {
  booked += 1;
  const email = `guest${booked}@example.com`;
  const body = bookingBody({
    email,
    phone: `0300 ${1_000_000 + booked}`,
    date: `2026-12-${String(1 + (booked % 28)).padStart(2, '0')}`,
    start_time: `${8 + Math.floor(booked / 28)}:00`.padStart(5, '0'),
    ...over,
  });
  const from = { 'x-forwarded-for': `20.0.${booked >> 8}.${booked & 255}` };
  const { status, json } = await to.post('/api/book', body, from);
  expect([status, json.error]).toEqual([201, undefined]);
  return { id: json.booking.id as number, email };
}

async function upload(
  { id, email }: { id: number; email: string },
  picture: Uint8Array,
  from = '30.0.0.1',
  to: Club = club,
) {
  const request = new Request(`http://localhost/api/booking/${id}/receipt`, {
    method: 'POST',
    body: createReceiptForm(picture, { email }),
    // As the site's own page does.
    headers: { 'x-forwarded-for': from, [RECEIPT_EMAIL_HEADER]: encodeURIComponent(email) },
  });
  const response = await to.app.handle(request);
  return { status: response.status, json: (await response.json()) as { error?: string; reason?: string } };
}

const listFiles = () => readdirSync(join(club.dataDir, 'receipts')).toSorted();
const listKept = () =>
  club
    .rows<{ path: string }>('SELECT path FROM receipt WHERE path IS NOT NULL ORDER BY id')
    .map(({ path }) => path);
const job = 'remove receipts that were never paid';

describe('pictures of a booking', () => {
  test('the newest three stay; of the others the time and the decision stay, and their picture is recognised', async () => {
    const one = await book();
    for (let at = 0; at < 5; at += 1) {
      club.clock.now += 1000;
      expect((await upload(one, createPng(140 + at, 130))).status).toBe(200);
    }
    expect(listFiles()).toHaveLength(3);
    expect(listFiles()).toEqual(listKept().toSorted());
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    const { receipt } = (await club.get(`/api/admin/bookings/${one.id}`, admin.headers)).json.data;
    const shown = receipt.replaced.map(({ url }: { url: string | null }) => url !== null);
    expect(shown).toEqual([true, true, false, false]);
    expect((await club.get(receipt.url, admin.headers)).status).toBe(200);
    const other = await book();
    await upload(other, createPng(140, 130));
    const { json } = await club.get(`/api/admin/bookings/${other.id}`, admin.headers);
    expect(json.data.receipt.reused_in.map((use: { booking_id: number }) => use.booking_id)).toEqual([
      one.id,
    ]);
  });

  test('noise is stored smaller than 600 KB, and a drawing keeps its size', async () => {
    const one = await book();
    expect((await upload(one, await createNoisyJpeg(1600, 1200))).status).toBe(200);
    expect(club.rows<{ size: number }>('SELECT size FROM receipt')[0]?.size).toBeLessThan(600_000);
    await upload(one, createPng(1600, 1200));
    const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
    const answer = await club.app.handle(
      new Request(`http://localhost/api/booking/${one.id}/receipt`, { headers }),
    );
    const { width, height } = await new Bun.Image(await answer.bytes()).metadata();
    expect([width, height]).toEqual([1600, 1200]);
  });

  test('a booking that ended without money has no pictures a month after anything last happened to it', async () => {
    const left = await book();
    const played = await book(club, { date: '2026-11-21', start_time: '10:00' });
    const ahead = await book(club, { date: '2027-01-15', start_time: '10:00' });
    const paid = await book(club, { date: '2026-11-21', start_time: '12:00' });
    const refunded = await book(club, { date: '2026-11-21', start_time: '14:00' });
    for (const one of [left, played, ahead, paid, refunded]) await upload(one, createPng(140, 130));
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    for (const { id } of [paid, refunded]) {
      const payment = { amount: 1000, method: 'cash' };
      const { status } = await club.post(`/api/admin/bookings/${id}/payments`, payment, admin.headers);
      expect(status).toBeLessThan(300);
    }
    club.db.run(`UPDATE booking SET state = 'cancelled' WHERE id = ${refunded.id}`);
    club.db.run(`UPDATE payer SET received = 0 WHERE booking_id = ${refunded.id}`);
    club.clock.now += 20 * DAY_MS;
    const cancelled = { status: 'cancelled' };
    expect((await club.put(`/api/admin/bookings/${left.id}/status`, cancelled, admin.headers)).status).toBe(
      200,
    );
    club.clock.now += 15 * DAY_MS;
    const keptOf = () =>
      club
        .rows<{ booking_id: number }>(
          'SELECT booking_id FROM receipt WHERE path IS NOT NULL ORDER BY booking_id',
        )
        .map(({ booking_id }) => booking_id);
    await club.schedule.runNow(job);
    expect(keptOf()).toEqual([left, ahead, paid, refunded].map(({ id }) => id));
    expect(listFiles()).toEqual(listKept().toSorted());
    club.clock.now += 16 * DAY_MS;
    await club.schedule.runNow(job);
    expect(keptOf()).toEqual([ahead, paid, refunded].map(({ id }) => id));
    expect(listFiles()).toEqual(listKept().toSorted());
  });
});

describe('pictures of everybody who has not paid', () => {
  const fill = (bytes: number, id: number) =>
    club.db.run(`UPDATE receipt SET size = ${bytes} WHERE booking_id = ${id}`);

  test('are 256 MB: replaced ones go first, then those of bookings that ended, and what is needed stays', async () => {
    const [cancelled, busy, late, fresh] = [await book(), await book(), await book(), await book()];
    await upload(cancelled, createPng(140, 130));
    for (const width of [150, 151]) await upload(busy, createPng(width, 130));
    fill(100_000_000, busy.id);
    fill(100_000_000, cancelled.id);
    club.db.run(`UPDATE booking SET state = 'cancelled' WHERE id = ${cancelled.id}`);
    club.clock.now += 4 * DAY_MS;
    const kept = () =>
      club
        .rows<{ n: number }>(
          'SELECT (SELECT count(*) FROM receipt WHERE booking_id = booking.id AND path IS NOT NULL) AS n FROM booking ORDER BY id',
        )
        .map(({ n }) => n);
    expect((await upload(late, createPng(140, 131))).status).toBe(200);
    expect(kept()).toEqual([1, 1, 1, 0]);
    fill(100_000_000, late.id);
    expect((await upload(fresh, createPng(140, 132))).status).toBe(200);
    expect(kept()).toEqual([0, 1, 1, 1]);
    expect(listFiles()).toEqual(listKept().toSorted());
    // What waits for the reception is not dropped for a stranger.
    fill(155_900_000, fresh.id);
    const refused = await upload(await book(), createPng(140, 133));
    expect([refused.status, refused.json.error]).toEqual([503, CANNOT_SAVE]);
    expect(listFiles()).toEqual(listKept().toSorted());
    const admin = await club.signIn({ email: 'desk@example.com', is_admin: true });
    expect((await club.get('/api/admin/inbox', admin.headers)).text).toContain('customers can’t upload');
    await book();
    club.db.run(`UPDATE payer SET received = 1 WHERE booking_id = ${fresh.id}`);
    expect((await upload(late, createPng(140, 133))).status).toBe(200);
    expect((await club.get('/api/admin/inbox', admin.headers)).text).not.toContain('customers can’t upload');
  });
});

describe('one network', () => {
  /** Starts an upload that sends nothing behind its headers; `status` is null while it waits. */
  function startSlow({ id, email }: { id: number; email: string }, from: string, bytes: number, cookie = '') {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const slow = { status: null as number | null, end: () => writable.close().catch(() => {}) };
    const request = new Request(`http://localhost/api/booking/${id}/receipt`, {
      method: 'POST',
      body: readable,
      headers: {
        'content-type': 'multipart/form-data; boundary=slow',
        'content-length': String(bytes),
        [RECEIPT_EMAIL_HEADER]: encodeURIComponent(email),
        'x-forwarded-for': from,
        ...(cookie ? { cookie } : {}),
      },
    });
    void club.app.handle(request).then(({ status }) => {
      slow.status = status;
    });
    return slow;
  }

  test.each([
    ['58 addresses of one IPv6 connection', (at: number) => `2001:db8::${at.toString(16)}`, false],
    ['58 connections of one IPv6 customer', (at: number) => `2001:db8:0:${at.toString(16)}::1`, false],
    ['58 new accounts behind one address', () => '39.40.1.1', true],
  ])('%s with slow uploads keep nobody else from uploading a large receipt', async (_, from, withAccount) => {
    const slow = [];
    for (let at = 1; at <= 58; at += 1) {
      const cookie = withAccount
        ? (await club.signIn({ email: `new${at}@example.com` })).headers.cookie
        : undefined;
      slow.push(startSlow(await book(), from(at), 220_000, cookie));
    }
    await Bun.sleep(0);
    expect(slow.filter(({ status }) => status === null).length).toBeGreaterThan(50);
    // Without a length it counts as the largest that is read.
    expect((await upload(await book(), createPng(300, 200), '182.180.1.1')).status).toBe(200);
    for (const one of slow) await one.end();
  });
});

describe('a disk that is almost full', () => {
  const folder = makeTempDir();
  afterEach(() => {
    Bun.spawnSync(['umount', '-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  test('takes bookings and no receipts until there is room again', async () => {
    const mount = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder]);
    if (mount.exitCode !== 0) throw new Error('this machine mounts no tmpfs; run this test as root');
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const small = await createTestClub({ dataDir, env: { TRUST_PROXY: '1' } });
    try {
      const one = await book(small, { payment_method: 'bank_transfer' });
      expect((await upload(one, createPng(140, 130), '30.0.0.1', small)).status).toBe(200);
      const filler = join(folder, 'filler');
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_500_000));
      const refused = await upload(one, createPng(141, 130), '30.0.0.1', small);
      expect([refused.status, refused.json.error]).toEqual([503, CANNOT_SAVE]);
      await book(small, { payment_method: 'cash' });
      const admin = await small.signIn({ email: 'desk@example.com', is_admin: true });
      expect((await small.get('/api/admin/inbox', admin.headers)).text).toContain('customers can’t upload');
      rmSync(filler);
      expect((await upload(one, createPng(141, 130), '30.0.0.1', small)).status).toBe(200);
      expect(existsSync(join(dataDir, 'receipts'))).toBe(true);
    } finally {
      await small.close();
    }
  });
});

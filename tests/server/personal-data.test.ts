/** A person's data: its download, and its deletion from every file of the club. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { listBookFaults } from '../../src/cli/check-books.ts';
import { latestEmailToken, PASSWORD, register, sessionCookie } from '../support/accounts.ts';
import { bookingBody, clubForEachTest } from '../support/test-club.ts';
import { createPng, createReceiptForm } from '../support/test-images.ts';

type Headers = Record<string, string>;
const DAY = 24 * 60 * 60_000;
/** None of these words may be left of the person. */
const WORDS = ['zubaida', 'quraishi', '3219876543'];
const EMAIL = 'zubaida@quraishi.example';
const CONTACT = { name: 'Zubaida Quraishi', email: EMAIL, phone: '0321 9876543' };

const club = clubForEachTest({ env: { PUBLIC_URL: 'http://localhost' } });
let owner: Headers;
beforeEach(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
});

/** Every file below the data folder that contains one of the words. */
function filesWithPerson(folder = club.dataDir): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesWithPerson(path);
    const text = readFileSync(path).toString('latin1').toLowerCase();
    return WORDS.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
  });
}

/** Books, uploads a receipt, pays with a note, writes a message, is noted by the staff, is searched for. */
async function leaveTraces(headers: Headers): Promise<number> {
  const { json } = await club.post(
    '/api/book',
    bookingBody({ ...CONTACT, date: '2026-11-20', start_time: '20:00' }),
    {
      ...headers,
      'idempotency-key': 'a-key-of-this-test',
    },
  );
  const id = json.booking.id;
  const body = createReceiptForm(createPng(40, 40), { email: EMAIL });
  const upload = new Request(`http://localhost/api/booking/${id}/receipt`, { method: 'POST', body, headers });
  expect((await club.app.handle(upload)).status).toBe(200);
  await club.post('/api/contact', {
    ...CONTACT,
    phone: undefined,
    subject: 'general',
    message: 'I am Zubaida Quraishi.',
  });
  const payment = {
    amount: 5000,
    method: 'bank_transfer',
    reference: 'ZUBAIDA 1',
    note: 'from her brother Quraishi',
  };
  expect((await club.post(`/api/admin/bookings/${id}/payments`, payment, owner)).status).toBe(201);
  const note = await club.post(
    `/api/admin/bookings/${id}/customer/notes`,
    { note: 'Zubaida likes court 1' },
    owner,
  );
  expect([200, 201]).toContain(note.status);
  expect((await club.get('/api/admin/bookings?q=zubaida', owner)).json.data.bookings).toHaveLength(1);
  const worker = club.notifications.createOutboxWorker();
  await worker.runOnce();
  return id;
}

const totals = async () => ({
  stats: (await club.get('/api/admin/stats', owner)).json.data,
  insights: (await club.get('/api/admin/insights', owner)).json.data,
  ledger: (await club.get('/api/admin/ledger', owner)).json.data.totals,
});

async function registerVerified(): Promise<Headers> {
  const { headers } = await register(club, CONTACT);
  await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
  return headers;
}

/** The owner's session is a day old now, and the exported figures need none. */
function playAndWait(): void {
  club.clock.now += DAY;
}

describe('a member', () => {
  test('downloads everything as JSON and CSV in one zip', async () => {
    const headers = await registerVerified();
    await leaveTraces(headers);
    const response = await club.app.handle(new Request('http://localhost/api/auth/data.zip', { headers }));
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files).sort()).toEqual(
      [
        'account.csv',
        'bookings.csv',
        'contact_messages.csv',
        'data.json',
        'devices.csv',
        'messages_sent.csv',
        'notes.csv',
        'payments.csv',
        'receipts.csv',
      ].sort(),
    );
    const data = JSON.parse(strFromU8(files['data.json'] as Uint8Array));
    expect(data.account[0]).toMatchObject({ name: 'Zubaida Quraishi', email: EMAIL, has_password: true });
    expect(data.bookings[0]).toMatchObject({ email: EMAIL, received: 5000 });
    expect(data.payments[0]).toMatchObject({ amount: 5000, reference: 'ZUBAIDA 1' });
    expect(JSON.stringify(data)).not.toContain('argon2');
    expect(strFromU8(files['bookings.csv'] as Uint8Array)).toContain('Zubaida Quraishi');
  });

  test('deletes the account: nothing of the person is left in any file, and the books balance', async () => {
    const headers = await registerVerified();
    const id = await leaveTraces(headers);
    expect(filesWithPerson().length).toBeGreaterThan(5);
    playAndWait();
    const before = await totals();
    const login = { email: EMAIL, password: PASSWORD };
    const fresh = { cookie: sessionCookie(await club.post('/api/auth/login', login)) };
    const deleted = await club.send('DELETE', '/api/auth/account', undefined, fresh);
    expect([deleted.status, deleted.text]).toEqual([
      200,
      '{"message":"Your account and your data are deleted."}',
    ]);

    expect(filesWithPerson()).toEqual([]);
    expect(listBookFaults(club.db)).toEqual([]);
    const after = await totals();
    expect(after).toEqual({ ...before, stats: { ...before.stats, total_members: 0 } });
    expect(club.findBooking(id)).toMatchObject({
      name: 'Deleted customer',
      email: '',
      phone: '',
      received: 5000,
    });
    expect((await club.post('/api/auth/login', login)).status).toBe(401);
    expect((await club.get('/api/auth/user', headers)).status).toBe(401);
    expect(club.rows('PRAGMA foreign_key_check')).toEqual([]);
  });

  test('is kept while there is a booking to play, money to give back or credit; the last owner stays', async () => {
    const headers = await registerVerified();
    const remove = () => club.send('DELETE', '/api/auth/account', undefined, headers);
    const { json } = await club.post('/api/book', bookingBody({ ...CONTACT }), headers);
    expect((await remove()).json.error).toBe(
      'There are bookings that are still to be played. Please cancel them first.',
    );
    const path = `/api/admin/bookings/${json.booking.id}`;
    await club.post(`${path}/payments`, { amount: 5000, method: 'cash' }, owner);
    await club.put(`${path}/status`, { status: 'cancelled', cancelled_by: 'club' }, owner);
    expect((await remove()).json.error).toContain('still has money to give back');
    await club.post(`${path}/refunds`, { amount: 5000, method: 'credit' }, owner);
    expect((await remove()).json.error).toContain('PKR 5,000 of credit');
    expect((await club.send('DELETE', '/api/auth/account', undefined, owner)).status).toBe(409);
  });

  test('with an address that was never confirmed reaches nothing of its owner', async () => {
    await leaveTraces({});
    const stranger = await register(club, { ...CONTACT, name: 'Bilal Ahmed', phone: '0300 1112223' });
    const response = await club.app.handle(
      new Request('http://localhost/api/auth/data.zip', { headers: stranger.headers }),
    );
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(strFromU8(files['data.json'] as Uint8Array)).not.toContain('Quraishi');
    expect((await club.send('DELETE', '/api/auth/account', undefined, stranger.headers)).status).toBe(200);
    expect(club.rows('SELECT 1 FROM contact_message')).toHaveLength(1);
    expect(club.rows(`SELECT 1 FROM booking WHERE email = '${EMAIL}'`)).toHaveLength(1);
  });
});

test('a guest gets a link from the desk, downloads the data and deletes it', async () => {
  await leaveTraces({});
  playAndWait();
  const staff = (await club.signIn({ email: 'staff@example.com', role: 'staff' })).headers;
  expect((await club.post('/api/admin/personal-data', { email: EMAIL }, staff)).status).toBe(200);
  const token = latestEmailToken(club, 'personal_data_link');
  const download = await club.app.handle(
    new Request('http://localhost/api/personal-data/download', {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  const files = unzipSync(new Uint8Array(await download.arrayBuffer()));
  expect(strFromU8(files['data.json'] as Uint8Array)).toContain('Zubaida Quraishi');
  expect((await club.post('/api/personal-data/delete', { token })).status).toBe(200);
  expect(filesWithPerson()).toEqual([]);
  expect(listBookFaults(club.db)).toEqual([]);
  expect((await club.post('/api/personal-data/delete', { token })).status).toBe(422);
  const member = await club.post('/api/admin/personal-data', { email: 'owner@example.com' }, staff);
  expect(member.json.fields.email).toContain('has an account');
});

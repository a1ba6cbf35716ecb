/** A person's data: its download, and its deletion from every file of the club. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { latestEmailToken, PASSWORD, register, sessionCookie } from '../../support/accounts.ts';
import { COLUMNS, csvOf, dropStatement } from '../../support/drop-statement.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

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

async function zipOf(headers: Headers): Promise<string> {
  const response = await club.app.handle(new Request('http://localhost/api/auth/data.zip', { headers }));
  return strFromU8(unzipSync(new Uint8Array(await response.arrayBuffer()))['data.json'] as Uint8Array);
}

const logIn = async (email: string) => ({
  cookie: sessionCookie(await club.post('/api/auth/login', { email, password: PASSWORD })),
});

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
  const body = createReceiptForm(createPng(140, 140), { email: EMAIL });
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
    reference: 'TRX 4711',
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
  club.db.run('UPDATE payer SET refund_account = ?', ['PK36SCBL0000001123456702, Zubaida Quraishi']);
  return id;
}

/** Empty columns of `leaveTraces` that only the club's own records need. Any other belongs in a module's `read`. */
const NOT_DOWNLOADED = [
  'outbox.recipient',
  'outbox.limit_key',
  'outbox.passed_from',
  'outbox.provider_id',
  'booking.provider_ref',
  'user.oauth_id',
];
/** Those that say nothing about a person. Any other belongs in a module's `erase`. */
const ABOUT_THE_CLUB = ['court.image_url'];

/** Writes into every empty text column that takes any words, except in the owner's rows; returns the columns. */
function fillEmptyColumns(): string[] {
  const columns = club.rows<{ table: string; column: string; has_user: number }>(
    `SELECT tables.name AS "table", columns.name AS "column",
       EXISTS (SELECT 1 FROM pragma_table_info(tables.name) WHERE name = 'user_id') AS has_user
     FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
     WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND columns.type = 'TEXT'`,
  );
  const isFilled = ({ table, column, has_user }: (typeof columns)[number]) => {
    const notOwners = table === 'user' ? 'id <> 1' : has_user ? 'user_id IS NOT 1' : 'true';
    const empty = `ifnull(${column}, '') = ''`;
    try {
      const words = `Zubaida in ${table}.${column};`;
      return (
        club.db.run(`UPDATE ${table} SET ${column} = ? WHERE ${empty} AND ${notOwners}`, [words]).changes > 0
      );
    } catch {
      // A CHECK or a reference rules out free text.
      return false;
    }
  };
  return columns
    .filter(isFilled)
    .map(({ table, column }) => `${table}.${column}`)
    .sort();
}

const totals = async () => ({
  stats: (await club.get('/api/admin/stats', owner)).json.data,
  insights: (await club.get('/api/admin/insights', owner)).json.data,
  ledger: (await club.get('/api/admin/ledger', owner)).json.data.totals,
});

async function registerVerified(contact: Record<string, unknown> = CONTACT): Promise<Headers> {
  const { headers } = await register(club, contact);
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
    expect(data.bookings[0].refund_account).toContain('Zubaida Quraishi');
    expect(data.payments[0]).toMatchObject({ amount: 5000, reference: 'TRX 4711' });
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
      '{"message":"Your account and your data have been deleted."}',
    ]);

    expect(filesWithPerson()).toEqual([]);
    expect(listBookFaults(club.db)).toEqual([]);
    const after = await totals();
    // Only the person is counted no more.
    const gone = { customers: 0, new_members: 0 };
    expect(after).toEqual({
      ...before,
      stats: { ...before.stats, total_members: 0 },
      insights: { ...before.insights, totals: { ...before.insights.totals, ...gone } },
    });
    expect(club.findBooking(id)).toMatchObject({
      name: 'Deleted customer',
      email: '',
      phone: '',
      received: 5000,
    });
    expect(club.rows('SELECT reference, note FROM ledger_entry')).toEqual([
      { reference: 'TRX 4711', note: null },
    ]);
    expect(
      club.rows("SELECT subject, subject_id, actor FROM audit_log WHERE action = 'data_erased' ORDER BY id"),
    ).toEqual([
      { subject: 'user', subject_id: 2, actor: 'member' },
      { subject: 'club', subject_id: 1, actor: 'member' },
      { subject: 'booking', subject_id: id, actor: 'member' },
    ]);
    expect((await club.post('/api/auth/login', login)).status).toBe(401);
    expect((await club.get('/api/auth/user', headers)).status).toBe(401);
    expect(club.rows('PRAGMA foreign_key_check')).toEqual([]);
  });

  test('downloads and deletes every text about them, whichever column holds it', async () => {
    const headers = await registerVerified();
    await leaveTraces(headers);
    const columns = fillEmptyColumns();
    const without = (text: string) => columns.filter((column) => !text.includes(`Zubaida in ${column};`));
    expect(without(await zipOf(headers))).toEqual([...NOT_DOWNLOADED, ...ABOUT_THE_CLUB].sort());
    playAndWait();
    const fresh = await logIn(EMAIL);
    expect((await club.send('DELETE', '/api/auth/account', undefined, fresh)).status).toBe(200);
    const database = readFileSync(join(club.dataDir, 'club.db')).toString('latin1');
    const erased = without(database);
    expect(columns.filter((column) => !erased.includes(column))).toEqual(ABOUT_THE_CLUB);
  });

  test('who deletes the account leaves no digest of an offer, and none of the email with the slots they gave up', async () => {
    const headers = await registerVerified();
    const own = { ...CONTACT, date: '2026-11-21', start_time: '20:00' };
    const { json } = await club.post('/api/book', bookingBody(own), headers);
    const slots = ['18:00', '18:30'];
    const filled = await club.post(
      '/api/admin/bookings',
      { court_id: 1, date: own.date, slots, name: 'Omar Sheikh' },
      owner,
    );
    const entry = { ...CONTACT, date: own.date, from: '18:00', until: '19:00', duration: 60, court_id: 1 };
    expect((await club.post('/api/waitlist', entry, headers)).status).toBe(201);
    const cancellation = { status: 'cancelled', cancelled_by: 'club' };
    await club.put(`/api/admin/bookings/${filled.json.data.booking.id}/status`, cancellation, owner);
    await club.post(`/api/booking/${json.booking.id}/cancel`, {}, headers);
    const digests = () =>
      ['offer_origin', 'freed_slot'].map((table) => club.rows(`SELECT 1 FROM ${table}`).length);
    // The member, the network, the email and the phone of the offer; and two slots times the same without the network.
    expect(digests()).toEqual([4, 6]);
    const login = { email: EMAIL, password: PASSWORD };
    const fresh = { cookie: sessionCookie(await club.post('/api/auth/login', login)) };
    expect((await club.send('DELETE', '/api/auth/account', undefined, fresh)).status).toBe(200);
    // No one has proven the phone.
    expect(digests()).toEqual([0, 2]);
  });

  test('is kept while there is a booking to play, money to give back or credit; the last owner stays', async () => {
    const headers = await registerVerified();
    const remove = () => club.send('DELETE', '/api/auth/account', undefined, headers);
    const { json } = await club.post('/api/book', bookingBody({ ...CONTACT }), headers);
    expect((await remove()).json.error).toBe(
      'There are still bookings to be played. Please cancel them first.',
    );
    const path = `/api/admin/bookings/${json.booking.id}`;
    await club.post(`${path}/payments`, { amount: 5000, method: 'cash' }, owner);
    await club.put(`${path}/status`, { status: 'cancelled', cancelled_by: 'club' }, owner);
    expect((await remove()).json.error).toContain('still owes a refund');
    await club.post(`${path}/refunds`, { amount: 5000, method: 'credit' }, owner);
    expect((await remove()).json.error).toContain('PKR 5,000 of credit');
    expect((await club.send('DELETE', '/api/auth/account', undefined, owner)).status).toBe(409);
  });

  test.each([
    ['the ledger', 'payments', { method: 'cash', amount: 5000 }],
    ['the history', 'resend', {}],
  ])('whom %s names as staff cannot take the name out of it', async (_, path, body) => {
    const staff = await club.signIn({ email: 'second@example.com', role: 'staff' });
    const { json } = await club.post('/api/book', bookingBody({ date: '2026-11-20' }));
    const id = json.booking.id;
    expect((await club.post(`/api/admin/bookings/${id}/${path}`, body, staff.headers)).status).toBeLessThan(
      202,
    );
    await club.put(`/api/admin/users/${staff.id}/role`, { role: null }, owner);
    const { status, json: refused } = await club.delete('/api/auth/account', staff.headers);
    expect([status, refused.error]).toEqual([
      409,
      'You have worked for the club, and its books say who did what. Your account has to stay as long as they do.',
    ]);
  });

  test.each(['owner', 'staff'] as const)(
    'of role %s cannot delete the account until an owner takes the role back',
    async (role) => {
      const admin = await club.signIn({ email: 'second@example.com', role });
      const remove = () => club.delete('/api/auth/account', admin.headers);
      expect((await remove()).json.error).toBe(
        'You run the club. Please ask an owner to make you a member first.',
      );
      expect((await club.put(`/api/admin/users/${admin.id}/role`, { role: null }, owner)).status).toBe(200);
      expect((await remove()).status).toBe(200);
    },
  );

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
    expect(club.rows(`SELECT 1 FROM payer WHERE email = '${EMAIL}'`)).toHaveLength(1);
  });
});

describe('a stranger', () => {
  const readAll = async (headers: Headers) => {
    const answer = await club.app.handle(new Request('http://localhost/api/auth/data.zip', { headers }));
    expect(answer.status).toBe(200);
    return strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['data.json'] as Uint8Array);
  };
  const rowsOfVictim = () => ({
    notes: club.rows('SELECT * FROM customer_note'),
    waiting: club.rows('SELECT * FROM waitlist_entry'),
    messages: club.rows("SELECT id FROM outbox WHERE channel = 'sms'"),
  });
  /** A customer who waits with a phone alone, with a text message and a note of the staff. */
  function leavePhoneTraces(): void {
    const phone = '+923219876543';
    club.db.run(
      `INSERT INTO waitlist_entry (date, from_position, until_position, slots, name, email, phone, consents,
         contact, state, created_at)
       VALUES ('2026-11-25', 24, 30, 2, 'Zubaida Quraishi', '', ?1, '{"sms":{"at":1,"words":""}}', ?1, 'open', 1)`,
      [phone],
    );
    club.db.run(
      `INSERT INTO outbox (key, kind, channel, audience, recipient, message_id, created_at)
       VALUES ('short.waitlist.received:1', 'waitlist.received', 'sms', 'customer', ?, 'm', 1)`,
      [phone],
    );
    club.db.run(
      "INSERT INTO customer_note (phone, email, note, created_at) VALUES (?, '', 'Zubaida plays at night', 1)",
      [phone],
    );
  }

  test('who registers with a phone reads and deletes nothing of its owner, not even with a confirmed email', async () => {
    leavePhoneTraces();
    const before = rowsOfVictim();
    const typed = await register(club, { name: 'Bilal Ahmed', email: 'b@example.com', phone: CONTACT.phone });
    expect((await readAll(typed.headers)).toLowerCase()).not.toContain('zubaida');
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, typed.headers);
    expect((await readAll(typed.headers)).toLowerCase()).not.toContain('zubaida');
    expect((await club.delete('/api/auth/account', typed.headers)).status).toBe(200);
    expect(rowsOfVictim()).toEqual(before);
  });

  test('whose booking has a phone reads and deletes nothing else of its owner', async () => {
    leavePhoneTraces();
    const before = rowsOfVictim();
    const { headers } = await register(club, { name: 'Bilal Ahmed', email: 'b@example.com', phone: '' });
    const own = bookingBody({ email: 'b@example.com', name: 'Bilal Ahmed', phone: '0321 9876543' });
    const { json } = await club.post('/api/book', own, headers);
    await club.post(`/api/booking/${json.booking.id}/cancel`, {}, headers);
    expect((await readAll(headers)).toLowerCase()).not.toContain('zubaida');
    expect((await club.delete('/api/auth/account', headers)).status).toBe(200);
    expect(rowsOfVictim()).toEqual(before);
  });

  test('who owns the email of a booking neither reads nor deletes it once it is of another member', async () => {
    const { headers } = await register(club, { name: 'Bilal Ahmed', email: 'b@example.com', phone: '' });
    const { json } = await club.post('/api/book', bookingBody(CONTACT), headers);
    const other = await registerVerified();
    expect(JSON.parse(await readAll(other)).bookings).toEqual([]);
    expect((await club.delete('/api/auth/account', other)).status).toBe(200);
    expect(club.findBooking(json.booking.id)).toMatchObject({ name: 'Zubaida Quraishi', email: EMAIL });
  });

  test('with an unconfirmed account of the address does not keep its guest from the data', async () => {
    await leaveTraces({});
    await register(club, { ...CONTACT, name: 'Bilal Ahmed', phone: '' });
    expect((await club.post('/api/admin/personal-data', { email: EMAIL }, owner)).status).toBe(200);
  });
});

describe('the email of a paid booking that staff have changed to their own', () => {
  const OWN = 'staff.private@example.com';
  let id: number;
  let staff: Headers;
  let before: unknown;
  const evidence = () => ({
    ledger: club.rows('SELECT * FROM ledger_entry'),
    notes: club.rows('SELECT * FROM customer_note'),
    booking: club.rows('SELECT id, name, email, phone, user_id FROM customer_booking'),
    messages: club.rows(`SELECT id, recipient FROM outbox WHERE booking_id = ${id}`),
  });
  beforeEach(async () => {
    id = await leaveTraces({});
    staff = (await club.signIn({ email: 'staff@example.com', role: 'staff' })).headers;
    const path = `/api/admin/bookings/${id}`;
    expect((await club.put(`${path}/contact`, { email: OWN }, staff)).status).toBe(200);
    const note = { note: 'The owner asks why the address changed' };
    expect((await club.post(`${path}/customer/notes`, note, owner)).status).toBe(201);
    playAndWait();
    owner = (await club.signIn({ email: 'second.owner@example.com', role: 'owner' })).headers;
    before = evidence();
  });

  test('stands in the history with both addresses', () => {
    const [entry] = club.rows<{ actor_id: number; details: string }>(
      "SELECT actor_id, details FROM audit_log WHERE action = 'email_corrected'",
    );
    expect(JSON.parse(entry?.details ?? '')).toEqual({ from: EMAIL, to: OWN });
  });

  test('proves nothing to a link: the owner alone asks for it, recently proven, and hears what it leaves out', async () => {
    const ask = (headers: Headers, body: object = {}) =>
      club.post('/api/admin/personal-data', { email: OWN, ...body }, headers);
    expect((await ask(staff)).status).toBe(403);
    const old = (await club.signIn({ email: 'third.owner@example.com', role: 'owner' })).headers;
    club.clock.now += 10 * 60_000;
    expect((await ask(old)).json.reason).toBe('reauthentication_required');
    const fresh = (await club.signIn({ email: 'fourth.owner@example.com', role: 'owner' })).headers;
    expect((await ask(fresh)).json.data).toEqual({ email: OWN, left_out: [id] });
    const token = latestEmailToken(club, 'personal_data_link');
    expect((await club.post('/api/personal-data/delete', { token })).status).toBe(200);
    expect(evidence()).toEqual(before as ReturnType<typeof evidence>);

    // The owner knows that the booking is this person's.
    expect((await ask(fresh, { corrected: true })).json.data.left_out).toEqual([]);
    const whole = latestEmailToken(club, 'personal_data_link');
    expect((await club.post('/api/personal-data/delete', { token: whole })).status).toBe(200);
    expect(club.findBooking(id)).toMatchObject({ name: 'Deleted customer', email: '' });
    expect(evidence().ledger).toMatchObject([{ reference: 'TRX 4711', note: null }]);
    const { history } = (await club.get(`/api/admin/bookings/${id}`, fresh)).json.data;
    expect(history.slice(-2)).toMatchObject([
      { action: 'data_link_sent', actor_name: 'Bilal Ahmed', details: { corrected: true } },
      { action: 'data_erased', actor: 'guest' },
    ]);
  });

  test('proves nothing to an account that confirms it, at its login and its deletion', async () => {
    const { headers } = await register(club, { name: 'Bilal Ahmed', email: OWN, phone: '' });
    await club.post('/api/auth/verify', { token: latestEmailToken(club, 'verify_email') }, headers);
    await club.post('/api/auth/login', { email: OWN, password: PASSWORD });
    expect((await club.get('/api/auth/bookings', headers)).json).toEqual([]);
    expect((await club.delete('/api/auth/account', headers)).status).toBe(200);
    expect(evidence()).toEqual(before as ReturnType<typeof evidence>);
  });

  test("takes no note of the owner with it: staff delete their own notes only, and the booking's history says so", async () => {
    const path = `/api/admin/bookings/${id}/customer`;
    const own = await club.post(`${path}/notes`, { note: 'Pays in cash' }, staff);
    const { notes } = (await club.get(path, staff)).json.data;
    expect(notes.map(({ can_delete }: { can_delete: boolean }) => can_delete)).toEqual([true, false, false]);
    const foreign = await club.delete(`${path}/notes/${notes[1].id}`, staff);
    expect([foreign.status, foreign.json.error]).toEqual([
      403,
      'Only its author and the owners of the club may delete this note.',
    ]);
    expect((await club.delete(`${path}/notes/${own.json.data.note.id}`, staff)).status).toBe(200);
    expect((await club.delete(`${path}/notes/${notes[1].id}`, owner)).status).toBe(200);
    const deleted = club.rows<{ details: string }>(
      "SELECT details FROM audit_log WHERE action = 'note_deleted'",
    );
    expect(deleted.map(({ details }) => JSON.parse(details))).toEqual([
      {
        written_by: club.rows<{ id: number }>("SELECT id FROM user WHERE email = 'staff@example.com'")[0]?.id,
      },
      { written_by: 1 },
    ]);
  });
});

test('a host reads and deletes nothing of the other players, and a player nothing of the host', async () => {
  const host = await registerVerified();
  const { json } = await club.post('/api/book', bookingBody({ ...CONTACT, date: '2026-11-20' }), host);
  const { id, charge } = json.booking;
  const sana = { name: 'Sana Malik', email: 'sana@malik.example', phone: '0333 1112222' };
  const own = ['sana@malik', 'Malik', '3331112222', 'PK36MALIK'];
  const [, share] = (await club.put(`/api/booking/${id}/payers`, { payers: [{}] }, host)).json.payers;
  const key = { 'x-booking-key': share.join_url.split('.').at(-1) };
  await club.post(
    `/api/payers/${share.id}/pay`,
    { ...sana, method: 'bank_transfer', amount: share.charge },
    key,
  );
  club.clock.now += 60_000;
  const rows = [['2026-11-20', charge / 2, 'IBFT Sana Malik PK36MALIK']];
  await dropStatement(club, owner as { cookie: string }, csvOf(rows), COLUMNS);
  expect((await club.post('/api/admin/bank-lines/match-sure', {}, owner)).json.data.matched).toBe(1);
  await club.notifications.createOutboxWorker().runOnce();
  const statement = (await club.get(`/api/booking/${id}/statement`, host)).text;
  expect(statement).toContain('"entries":[]');
  const data = await zipOf(host);
  for (const word of own) for (const text of [statement, data]) expect(text).not.toContain(word);

  const payer = await registerVerified(sana);
  const received = await zipOf(payer);
  for (const word of [...own, 'payer.joined']) expect(received).toContain(word);
  for (const word of [EMAIL, 'Quraishi', '3219876543']) expect(received).not.toContain(word);

  const match = { places: 1, text: 'Ask for Quraishi' };
  expect((await club.post(`/api/booking/${id}/open`, match, host)).status).toBe(201);
  // Another host names a player and opens a match, too.
  const omar = { name: 'Omar Shah', email: 'omar@shah.example', phone: '0345 1112222' };
  const other = (await club.post('/api/book', bookingBody({ ...omar, court_id: 2 }))).json;
  const path = `/api/booking/${other.booking.id}`;
  const omarsKey = { 'x-booking-key': other.manage_url.split('.').at(-1) };
  expect((await club.put(`${path}/payers`, { payers: [{ name: 'Hira' }] }, omarsKey)).status).toBe(200);
  expect((await club.post(`${path}/open`, { places: 1, text: 'Ask Omar' }, omarsKey)).status).toBe(201);
  const rowsOfOmar = () => [
    club.rows(`SELECT * FROM payer WHERE booking_id = ${other.booking.id}`),
    club.rows(`SELECT * FROM match WHERE booking_id = ${other.booking.id}`),
  ];
  const before = rowsOfOmar();
  playAndWait();
  const deleted = await club.send('DELETE', '/api/auth/account', undefined, await logIn(EMAIL));
  expect(deleted.status).toBe(200);
  expect(club.rows(`SELECT text FROM match WHERE booking_id = ${id}`)).toEqual([{ text: '' }]);
  expect(rowsOfOmar()).toEqual(before);
  const kept = await zipOf(await logIn(sana.email));
  for (const word of [...own, 'payer.joined']) expect(kept).toContain(word);
});

test('a bank line belongs to whoever its money is for, not to a booking that it was taken for by mistake', async () => {
  const mistaken = { name: 'Sana Malik', email: 'sana@malik.example', phone: '0333 1112222' };
  const [wrong, right] = [await registerVerified(mistaken), await registerVerified()];
  const book = async (contact: object, start_time: string, headers: Headers) =>
    (await club.post('/api/book', bookingBody({ ...contact, date: '2026-11-20', start_time }), headers)).json
      .booking;
  const other = await book(mistaken, '18:00', wrong);
  const { id: booking_id, charge: amount } = await book(CONTACT, '20:00', right);
  const text = 'IBFT Zubaida Quraishi PK36ZQ';
  const rows = [['2026-11-20', amount, text]];
  await dropStatement(club, owner as { cookie: string }, csvOf(rows), COLUMNS);
  const path = '/api/admin/bank-lines/1/match';
  expect((await club.post(path, { parts: [{ booking_id: other.id, amount }] }, owner)).status).toBe(201);
  expect((await club.send('DELETE', path, undefined, owner)).status).toBe(200);
  expect((await club.post(path, { parts: [{ booking_id, amount }] }, owner)).status).toBe(201);
  expect(await zipOf(wrong)).not.toContain(text);
  expect(await zipOf(right)).toContain(text);
  playAndWait();
  const erase = async (email: string) =>
    (await club.send('DELETE', '/api/auth/account', undefined, await logIn(email))).status;
  expect(await erase(mistaken.email)).toBe(200);
  expect(await zipOf(await logIn(EMAIL))).toContain(text);
  expect(await erase(EMAIL)).toBe(200);
  expect(filesWithPerson()).toEqual([]);
  expect(listBookFaults(club.db)).toEqual([]);
});

test('a guest gets a link from an owner, downloads the data and deletes it', async () => {
  await leaveTraces({});
  playAndWait();
  const fresh = (await club.signIn({ email: 'second@example.com', role: 'owner' })).headers;
  expect((await club.post('/api/admin/personal-data', { email: EMAIL }, fresh)).status).toBe(200);
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
  const member = await club.post('/api/admin/personal-data', { email: 'owner@example.com' }, fresh);
  expect(member.json.fields.email).toContain('has an account');
});

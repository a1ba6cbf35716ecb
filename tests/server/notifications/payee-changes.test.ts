/** Whoever changes where a refund goes does not do it alone: the old contact hears of it, and the refund says so. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readSecret } from '../../../src/db/stored-secret.ts';
import { PayerKeys } from '../../../src/payers/payer-keys.ts';
import { emailedKey, keyHeader } from '../../support/booking-key.ts';
import { COLUMNS, csvOf, dropStatement } from '../../support/drop-statement.ts';
import { createTestOutboxWorker, startMailServer, startSmsGateway } from '../../support/message-servers.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

type Headers = Record<string, string>;
const DAY_MS = 24 * 3_600_000;
const GUEST = 'ayesha@example.com';
const THIEF = 'thief@example.com';
const OWN_ACCOUNT = { title: 'Ayesha Khan', account: 'PK36SCBL0000001123456702' };
const THIEFS_ACCOUNT = { title: 'Thief', account: '03001234599' };

let mail: Awaited<ReturnType<typeof startMailServer>>;
let sms: ReturnType<typeof startSmsGateway>;
let club: TestClub;
let owner: { cookie: string };
let staff: { cookie: string };
let staffId: number;
beforeEach(async () => {
  mail = await startMailServer();
  sms = startSmsGateway();
  club = await createTestClub({
    now: Date.parse('2026-11-20T12:00:00+05:00'),
    env: { SMTP_URL: mail.url, SMS_URL: `${sms.url}/send?to={to}&text={text}` },
  });
  owner = (await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
  ({ id: staffId, headers: staff } = await club.signIn({
    email: 'staff@example.com',
    name: 'Sana Butt',
    role: 'staff',
  }));
});
afterEach(async () => {
  club.close();
  sms.close();
  await mail.close();
});

/** A booking of PKR 5,000 ten days ahead. */
async function book(over: Record<string, unknown> = {}, headers: Headers = {}) {
  const body = bookingBody({ email: GUEST, date: '2026-11-30', ...over });
  const { status, json } = await club.post('/api/book', body, headers);
  expect(status).toBe(201);
  return { id: json.booking.id as number, key: keyHeader(json), contact_key: json.contact_key as string };
}
async function bookPaid(over: Record<string, unknown> = {}) {
  const booked = await book(over);
  expect((await pay(booked.id)).status).toBe(201);
  return booked;
}
const onBooking = (id: number, path: string, body: object, headers: Headers = staff, method = 'POST') =>
  club.send(method, `/api/admin/bookings/${id}/${path}`, body, headers);
const pay = (id: number, over: object = {}) =>
  onBooking(id, 'payments', { amount: 5000, method: 'cash', ...over });
const refund = (id: number, headers: Headers = staff, over: object = {}) =>
  onBooking(id, 'refunds', { amount: 5000, method: 'cash', ...over }, headers);
const correct = async (id: number, email: string, headers: Headers = staff) =>
  expect((await onBooking(id, 'contact', { email }, headers, 'PUT')).status).toBe(200);
const linkOf = (id: number, email: string): Headers => ({ 'x-booking-key': emailedKey(club, { id, email }) });
const cancel = async (id: number, key: Headers) =>
  expect((await club.post(`/api/booking/${id}/cancel`, {}, key)).status).toBe(200);
const nameAccount = async (id: number, account: object, key: Headers) =>
  expect((await club.put(`/api/booking/${id}/refund-account`, account, key)).status).toBe(200);
const detailOf = async (id: number) => (await club.get(`/api/admin/bookings/${id}`, owner)).json.data;
const alarms = async () => (await club.get('/api/admin/inbox', owner)).json.data.staff_alarms;
/** Of the only refund that is due, in To do, among the balances and in the booking: all say the same. */
async function changesOf(id: number) {
  const [due] = (await club.get('/api/admin/inbox', owner)).json.data.to_give_back;
  const [listed] = (await club.get('/api/admin/balances', staff)).json.data.to_give_back;
  expect(due.booking.id).toBe(id);
  expect(listed.payee_changes).toEqual(due.payee_changes);
  expect((await detailOf(id)).payee_changes).toEqual(due.payee_changes);
  return due.payee_changes;
}
async function takeMessages() {
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  const texts = sms.requests.splice(0);
  const emails = mail.mails.splice(0).map(({ to, subject = '', text = '' }) => ({
    to: [to].flat()[0]?.text ?? '',
    subject,
    text,
  }));
  return { texts, emails };
}
const NOTICE = 'Booking 1: we changed its email address';
const noticesOf = (emails: { to: string; subject: string }[]) =>
  emails.filter(({ subject }) => subject === NOTICE).map(({ to }) => to);

test('staff who take over a paid booking by its email divert no refund alone', async () => {
  const { id, key } = await bookPaid();
  await takeMessages();
  await correct(id, THIEF);
  const { emails } = await takeMessages();
  const notice = emails.find(({ to }) => to === GUEST);
  expect([notice?.subject, emails.map(({ to }) => to).toSorted()]).toEqual([NOTICE, [GUEST, THIEF]]);
  expect(notice?.text).toContain('Court 1');
  expect(notice?.text).not.toContain(THIEF);
  expect(notice?.text).not.toContain('/manage#');
  expect((await club.get(`/api/booking/${id}`, key)).status).toBe(403);

  club.clock.now += 3_600_000;
  await cancel(id, linkOf(id, THIEF));
  await nameAccount(id, THIEFS_ACCOUNT, linkOf(id, THIEF));
  const email = { what: 'email', by_club: true, by: 'Sana Butt', from: GUEST, to: THIEF, doubt: null };
  expect(await changesOf(id)).toMatchObject([
    { ...email, at: '2026-11-20T12:00:00+05:00', held_until: '2026-11-23T12:00:00+05:00' },
    { what: 'account', by_club: false, doubt: 'club_email', held_until: '2026-11-23T13:00:00+05:00' },
  ]);
  const refused = await refund(id);
  expect([refused.status, refused.json.error]).toEqual([
    403,
    'The account for this refund was changed on Fri, Nov 20, 1 PM. Until Mon, Nov 23, 1 PM only an owner may give this money back. Ask an owner, or call the customer and wait.',
  ]);
  expect((await refund(id, staff, { method: 'bank_transfer', amount: 1 })).status).toBe(403);
  expect(await alarms()).toMatchObject([
    {
      staff_id: staffId,
      contacts: 1,
      refused: 5000,
      grants: [
        { kind: 'refused' },
        { kind: 'contact', booking_id: id, booking_phone: expect.stringContaining('+92') },
      ],
    },
  ]);
  expect((await refund(id, owner)).status).toBe(201);
  // The money is gone, and the owner still reads it.
  expect(await alarms()).toMatchObject([{ contacts: 1 }]);
});

test('the hold of a changed email ends after three days, whatever else stands in the history since', async () => {
  const { id, key } = await bookPaid();
  await cancel(id, key);
  await correct(id, THIEF);
  for (let at = 0; at < 201; at += 1) expect((await onBooking(id, 'resend', {})).status).toBe(200);
  const error = (await refund(id)).json.error;
  expect(error).toStartWith(
    'The email of this booking was changed on Fri, Nov 20, 12 PM. Until Mon, Nov 23, 12 PM',
  );
  club.clock.now += 3 * DAY_MS - 1;
  expect((await refund(id)).status).toBe(403);
  club.clock.now += 1;
  expect(await changesOf(id)).toMatchObject([{ what: 'email', held_until: null }]);
  expect((await refund(id)).status).toBe(201);
});

test('a payment that is recorded or undone after the correction lifts no hold', async () => {
  const { id } = await book();
  await correct(id, THIEF);
  club.clock.now += 1000;
  const { json } = await pay(id);
  await club.post(`/api/admin/ledger/${json.data.entry.id}/reverse`, { reason: 'a mistake' }, staff);
  await pay(id, { method: 'bank_transfer' });
  await cancel(id, linkOf(id, THIEF));
  expect((await refund(id)).status).toBe(403);
});

test('credit goes to the account that booked, so nothing holds it', async () => {
  const member = await club.signIn({ email: GUEST });
  const { id } = await book({}, member.headers);
  await pay(id);
  await correct(id, THIEF);
  await cancel(id, member.headers);
  expect((await refund(id)).status).toBe(403);
  expect((await refund(id, staff, { method: 'credit' })).status).toBe(201);
});

describe('the account of a refund', () => {
  test('that the customer names is marked and not held, another one is', async () => {
    const { id, key } = await bookPaid();
    await cancel(id, key);
    await nameAccount(id, OWN_ACCOUNT, key);
    await nameAccount(id, OWN_ACCOUNT, key);
    const first = { what: 'account', by_club: false, by: null, doubt: null, held_until: null, to: null };
    expect(await changesOf(id)).toMatchObject([first]);
    await nameAccount(id, THIEFS_ACCOUNT, key);
    expect(await changesOf(id)).toMatchObject([first, { doubt: 'replaced', held_until: expect.any(String) }]);
    expect((await refund(id)).status).toBe(403);
  });

  test('that the customer names is given back by staff', async () => {
    const { id, key } = await bookPaid();
    await cancel(id, key);
    await nameAccount(id, OWN_ACCOUNT, key);
    expect((await refund(id, staff, { method: 'bank_transfer' })).status).toBe(201);
  });

  test('that staff name is held and says who', async () => {
    const { id, key } = await bookPaid();
    await cancel(id, key);
    await nameAccount(id, THIEFS_ACCOUNT, staff);
    const change = { what: 'account', by_club: true, by: 'Sana Butt', to: '03001234599, Thief' };
    expect(await changesOf(id)).toMatchObject([{ ...change, held_until: expect.any(String) }]);
    expect((await refund(id)).status).toBe(403);
  });

  test('that comes by the link of a walk-in is held, because the reception entered its email', async () => {
    const play = { court_id: 1, date: '2026-11-30', slots: ['18:00', '18:30'], name: 'Bilal', email: THIEF };
    const { json } = await club.post('/api/admin/bookings', { ...play, payment: { method: 'cash' } }, staff);
    const { id } = json.data.booking;
    await cancel(id, linkOf(id, THIEF));
    await nameAccount(id, THIEFS_ACCOUNT, linkOf(id, THIEF));
    expect(await changesOf(id)).toMatchObject([{ what: 'account', doubt: 'club_email' }]);
    expect((await refund(id)).status).toBe(403);
  });

  test('of a share is the player’s; without an email of the player it is held, and the host’s email holds all', async () => {
    const { id, key } = await book();
    const split = { payers: [{ name: 'Bilal' }, { name: 'Sana' }] };
    const { json } = await club.put(`/api/booking/${id}/payers`, split, key);
    const [, bilal, sana] = json.payers;
    const keyOfShare = (url: string): Headers => ({ 'x-booking-key': url.split('.').at(-1) ?? '' });
    const joined = await club.post(
      `/api/payers/${bilal.id}/pay`,
      { method: 'cash', amount: bilal.charge, name: 'Bilal Khan', email: 'bilal@example.com' },
      keyOfShare(bilal.join_url),
    );
    for (const share of [bilal, sana])
      expect((await pay(id, { amount: share.charge, payer_id: share.id })).status).toBe(201);
    const leave = async (share: { id: number }, share_key: Headers, account: object) => {
      expect((await club.post(`/api/payers/${share.id}/leave`, {}, share_key)).status).toBe(200);
      expect((await club.put(`/api/payers/${share.id}/refund-account`, account, share_key)).status).toBe(200);
    };
    await leave(bilal, keyOfShare(joined.json.join_url), OWN_ACCOUNT);
    await leave(sana, keyOfShare(sana.join_url), THIEFS_ACCOUNT);
    const due = async () =>
      (await club.get('/api/admin/inbox', owner)).json.data.to_give_back.map(
        ({ payer, payee_changes }: { payer: { id: number }; payee_changes: { doubt: string | null }[] }) => [
          payer.id,
          payee_changes.map(({ doubt }) => doubt),
        ],
      );
    expect(await due()).toEqual([
      [bilal.id, [null]],
      [sana.id, ['no_email']],
    ]);
    const one = { amount: 1, payer_id: bilal.id };
    const shareRefund = (over: object) => refund(id, staff, { ...one, ...over });
    expect((await shareRefund({})).status).toBe(201);
    expect((await shareRefund({ payer_id: sana.id })).status).toBe(403);
    await correct(id, THIEF);
    expect((await shareRefund({})).status).toBe(403);
  });
});

describe('a customer’s own correction of the email', () => {
  const correctAlone = async ({ id, key, contact_key }: Awaited<ReturnType<typeof book>>, email: string) =>
    expect((await club.put(`/api/booking/${id}/contact`, { email, contact_key }, key)).json.state).toBe(
      'corrected',
    );

  test('is marked once money had come, and holds nothing', async () => {
    const booked = await bookPaid();
    club.clock.now += 1000;
    await correctAlone(booked, 'right@example.com');
    await cancel(booked.id, linkOf(booked.id, 'right@example.com'));
    expect(await changesOf(booked.id)).toMatchObject([
      { what: 'email', by_club: false, by: null, doubt: null, from: null, held_until: null },
    ]);
    expect(noticesOf((await takeMessages()).emails)).toEqual([]);
    expect(await alarms()).toEqual([]);
    expect((await refund(booked.id)).status).toBe(201);
  });

  test('before any money has come is not reported', async () => {
    const booked = await book();
    await correctAlone(booked, 'right@example.com');
    club.clock.now += 1000;
    await pay(booked.id);
    await cancel(booked.id, linkOf(booked.id, 'right@example.com'));
    expect(await changesOf(booked.id)).toEqual([]);
  });

  test('by a link that the club has sent elsewhere is doubtful', async () => {
    const booked = await bookPaid();
    await correct(booked.id, THIEF);
    club.clock.now += 1000;
    await correctAlone({ ...booked, key: linkOf(booked.id, THIEF) }, 'thief2@example.com');
    await cancel(booked.id, linkOf(booked.id, 'thief2@example.com'));
    expect(await changesOf(booked.id)).toMatchObject([
      { by_club: true },
      { by_club: false, doubt: 'club_email', held_until: expect.any(String) },
    ]);
  });
});

describe('the old contact', () => {
  test('gets the notice also when the email is changed again before it is sent', async () => {
    const { id } = await book();
    await takeMessages();
    await correct(id, 'second@example.com');
    await correct(id, GUEST);
    await correct(id, THIEF);
    expect(noticesOf((await takeMessages()).emails)).toEqual([GUEST, 'second@example.com', GUEST]);
  });

  test('is a phone where the customer takes text messages; owners then need not call', async () => {
    const { id } = await bookPaid({ sms_updates: true, phone: '0300 1234567' });
    await takeMessages();
    await correct(id, THIEF);
    expect(await alarms()).toEqual([]);
    const { texts } = await takeMessages();
    expect(texts).toMatchObject([
      { to: '+923001234567', text: expect.stringContaining('email of your booking no. 1') },
    ]);
    expect(await alarms()).toEqual([]);
    // One that could not be sent told nobody.
    club.db.run(
      "UPDATE outbox SET state = 'failed' WHERE kind = 'booking.contact_corrected' AND channel = 'sms'",
    );
    expect(await alarms()).toMatchObject([{ contacts: 1 }]);
  });

  test('is not called about a booking without money, and is once a receipt has come', async () => {
    const { id } = await book({ payment_method: 'bank_transfer' });
    await correct(id, THIEF);
    expect(await alarms()).toEqual([]);
    const body = createReceiptForm(createPng(140, 140), { email: THIEF });
    const request = new Request(`http://localhost/api/booking/${id}/receipt`, {
      method: 'POST',
      body,
      headers: linkOf(id, THIEF),
    });
    expect((await club.app.handle(request)).status).toBe(200);
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ contacts: 1, given: 0 });
    await club.put('/api/admin/staff-grants/seen', { staff_id: staffId, last_id: alarm.last_id }, owner);
    expect(await alarms()).toEqual([]);
  });

  test('hears of an owner’s correction too, which is no alarm to owners', async () => {
    const { id } = await bookPaid();
    await takeMessages();
    await correct(id, THIEF, owner);
    expect(noticesOf((await takeMessages()).emails)).toEqual([GUEST]);
    expect(await alarms()).toEqual([]);
  });
});

test('a correction leaves what waits for a player with the player', async () => {
  const { id, key } = await book();
  const split = { payers: [{ name: 'Bilal' }] };
  const { json } = await club.put(`/api/booking/${id}/payers`, split, key);
  const [, bilal] = json.payers;
  const share = { method: 'cash', amount: bilal.charge, name: 'Bilal Khan', email: 'bilal@example.com' };
  await club.post(`/api/payers/${bilal.id}/pay`, share, {
    'x-booking-key': bilal.join_url.split('.').at(-1),
  });
  await correct(id, THIEF);
  expect(club.rows("SELECT recipient FROM outbox WHERE kind = 'payer.joined'")).toEqual([
    { recipient: 'bilal@example.com' },
  ]);
});

test('the account that paid comes first, according to lines of an owner’s statement', async () => {
  const { id, key } = await book({ payment_method: 'bank_transfer' });
  const text = `IBFT booking ${id} to ${TEST_IBAN} from PK36SCBL0000001123456702 Ayesha Khan`;
  const rows = [['2026-11-20', 5000, text]];
  club.clock.now += DAY_MS;
  // A line that only staff have dropped may be written by them.
  expect((await dropStatement(club, owner, csvOf([['2026-11-19', 1, 'tea']]), COLUMNS)).status).toBe(201);
  expect((await dropStatement(club, staff, csvOf(rows), null)).status).toBe(201);
  const [line] = (await club.get('/api/admin/bank-lines', staff)).json.data.lines;
  const use = { parts: [{ booking_id: id, amount: 5000 }] };
  expect((await club.post(`/api/admin/bank-lines/${line.id}/match`, use, staff)).status).toBe(201);
  await cancel(id, key);
  expect((await detailOf(id)).paid_from).toEqual([]);
  await dropStatement(club, owner, csvOf(rows), COLUMNS);
  expect((await detailOf(id)).paid_from).toEqual([
    { payer_id: 1, date: '2026-11-20', text, iban: 'PK36SCBL0000001123456702' },
  ]);
});

describe('the account for the refund of a place', () => {
  const CLASS = {
    kind: 'class',
    title: 'Beginners’ class',
    text: '',
    least: 1,
    most: 4,
    price: 3000,
    sessions: [{ date: '2026-11-30', start_time: '18:00', duration: 60, court_ids: [1] }],
    publish: true,
  };
  const publish = async () =>
    (await club.post('/api/admin/events', CLASS, owner)).json.data.event as { id: number; version: number };
  const keyOf = ({ join_url }: { join_url: string }) => ({
    'x-booking-key': join_url.split('.').at(-1) as string,
  });
  /** A place that was paid and given back. */
  async function givenBack({ id, join_url }: { id: number; join_url: string }) {
    const payment = { amount: 3000, method: 'cash' };
    expect((await club.post(`/api/admin/payers/${id}/payments`, payment, owner)).status).toBe(201);
    await club.post(`/api/payers/${id}/leave`, {}, owner);
    const name = (account: object) =>
      club.put(`/api/payers/${id}/refund-account`, account, keyOf({ join_url }));
    const refundPlace = (headers: Headers) =>
      club.post(`/api/admin/payers/${id}/refunds`, { amount: 1000, method: 'cash' }, headers);
    const changes = async () => (await club.get(`/api/admin/payers/${id}`, staff)).json.data.payee_changes;
    return { name, refundPlace, changes };
  }
  const joinAsGuest = async () => {
    const body = { name: 'Ayesha Khan', email: GUEST };
    return (await club.post(`/api/events/${(await publish()).id}/places`, body)).json.places[0];
  };

  test('is told to the payer, holds nothing when it is the first, and a replaced one for three days', async () => {
    const place = await givenBack(await joinAsGuest());
    await place.name(OWN_ACCOUNT);
    expect(await place.changes()).toMatchObject([{ what: 'account', doubt: null, held_until: null }]);
    expect((await place.refundPlace(staff)).status).toBe(201);
    await place.name(THIEFS_ACCOUNT);
    const refused = await place.refundPlace(staff);
    expect([refused.status, refused.json.error]).toEqual([
      403,
      expect.stringContaining('The account for this refund was changed on'),
    ]);
    expect(await place.changes()).toMatchObject([
      { doubt: null },
      { doubt: 'replaced', held_until: '2026-11-23T12:00:00+05:00' },
    ]);
    expect((await place.refundPlace(owner)).status).toBe(201);
    club.clock.now += 3 * DAY_MS;
    expect((await place.refundPlace(staff)).status).toBe(201);
  });

  test('is told to the payer by the end of its number', async () => {
    const place = await givenBack(await joinAsGuest());
    await place.name(OWN_ACCOUNT);
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    const told = mail.mails.find(({ subject }) => subject?.startsWith('The account for your refund'));
    expect([[told?.to].flat()[0]?.text, told?.text]).toEqual([
      GUEST,
      expect.stringContaining('to the account ending in 6702. If this isn’t yours, please call us now.'),
    ]);
  });

  test('holds the money where the club had entered the email of the place', async () => {
    const event = await publish();
    const body = { name: 'Ayesha Khan', email: THIEF, phone: '' };
    const added = await club.post(`/api/admin/events/${event.id}/places`, body, staff);
    expect(added.status).toBe(201);
    const payer = club.rows<{ id: number; email: string }>(
      'SELECT id, email FROM payer WHERE event_id IS NOT NULL',
    )[0] as { id: number; email: string };
    const join_url = new PayerKeys(readSecret(club.db, 'cookie'), '').payerUrl({
      ...payer,
      booking_id: null,
    });
    const place = await givenBack({ id: payer.id, join_url });
    expect((await place.name(THIEFS_ACCOUNT)).status).toBe(200);
    expect(await place.changes()).toMatchObject([{ doubt: 'club_email' }]);
    expect((await place.refundPlace(staff)).status).toBe(403);
  });
});

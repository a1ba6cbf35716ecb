import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { emailedKey, keyHeader, keyOf } from '../../support/booking-key.ts';
import { type MailedClub, openMailedClub } from '../../support/mailed-club.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';

const HOUR = 60 * 60_000;
const TYPO = 'ayesha@gmial.example';
const RIGHT = 'ayesha@gmail.example';

let mailed: MailedClub;
let club: MailedClub['club'];
let admin: MailedClub['admin'];
const book: MailedClub['book'] = (over) => mailed.book({ email: TYPO, ...over });
const takeEmails = async () =>
  (await mailed.takeEmails()).filter(({ to }) => to !== 'hello@padelclub.example');
beforeEach(async () => {
  mailed = await openMailedClub();
  ({ club, admin } = mailed);
});
afterEach(() => mailed.close());

const heads = (emails: { to: string; subject: string }[]) =>
  emails.map(({ to, subject }) => `${to}: ${subject}`);
const RECEIVED = 'Booking 1 received: Saturday, November 21, 2026';

describe('correcting the email of a booking', () => {
  test('the browser that booked corrects it once within 24 hours; key and emails follow', async () => {
    const one = await book();
    await takeEmails();
    const headers = { ...one.key, 'idempotency-key': 'correction-of-this-tab' };
    const body = { email: RIGHT, contact_key: one.contact_key };
    const { status, json } = await club.put(`${one.path}/contact`, body, headers);
    expect([status, json.state]).toEqual([200, 'corrected']);
    expect(json.manage_url).not.toBe(one.manage_url);
    // The retry sends the key that the correction has ended.
    expect((await club.put(`${one.path}/contact`, body, headers)).json).toEqual(json);
    expect((await club.get(one.path, one.key)).status).toBe(403);
    expect((await club.get(one.path, keyHeader(json))).json.booking.email).toBe(RIGHT);
    const emails = await takeEmails();
    expect(heads(emails)).toEqual([`${RIGHT}: ${RECEIVED}`]);
    expect(emails[0]?.text).toContain(json.manage_url);

    const again = { email: 'third@example.com', contact_key: one.contact_key };
    const second = await club.put(`${one.path}/contact`, again, keyHeader(json));
    expect([second.status, second.json.reason]).toEqual([409, 'wrong_state']);
  });

  test('a retry gets the key of its own correction, not of a later one by the reception', async () => {
    const one = await book();
    const headers = { ...one.key, 'idempotency-key': 'correction-of-this-tab' };
    const body = { email: RIGHT, contact_key: one.contact_key };
    const { json } = await club.put(`${one.path}/contact`, body, headers);
    await club.put(`/api/admin/bookings/${one.id}/contact`, { email: 'new@example.com' }, admin.headers);
    const again = await club.put(`${one.path}/contact`, body, headers);
    expect(again.json).toEqual(json);
    expect((await club.get(one.path, keyHeader(again.json))).status).toBe(403);
  });

  test('an email that waits in the queue goes to the corrected address only', async () => {
    const one = await book();
    await club.put(`${one.path}/contact`, { email: RIGHT, contact_key: one.contact_key }, one.key);
    expect(heads(await takeEmails())).toEqual([`${RIGHT}: ${RECEIVED}`]);
  });

  test('an email that the mail server is taking goes to the corrected address too', async () => {
    const open = await openMailedClub({
      onRcptTo({ address }, _session, done) {
        const body = { email: RIGHT, contact_key: one.contact_key };
        const corrected = address === TYPO ? open.club.put(`${one.path}/contact`, body, one.key) : null;
        void Promise.resolve(corrected).then(() => done());
      },
    });
    const one = await open.book({ email: TYPO });
    const sent = heads(await open.takeEmails()).filter((head) => head.endsWith(RECEIVED));
    expect(sent).toEqual([`${TYPO}: ${RECEIVED}`, `${RIGHT}: ${RECEIVED}`]);
    expect(heads(await open.takeEmails())).toEqual([]);
    await open.close();
  });

  test('a holder of the link alone needs the confirmation of the old address', async () => {
    const one = await book();
    await takeEmails();
    club.clock.now += 24 * HOUR;
    const late = { email: RIGHT, contact_key: one.contact_key };
    const asked = await club.put(`${one.path}/contact`, late, one.key);
    expect([asked.status, asked.json]).toEqual([200, { state: 'confirmation_sent' }]);
    expect((await club.get(one.path, one.key)).json.booking.email).toBe(TYPO);
    const [email, ...others] = await takeEmails();
    expect([email?.to, others.length]).toEqual([TYPO, 0]);
    const link = /http:\S+\/manage#1\.[\w-]+\.(\S+)/.exec(email?.text ?? '');
    const confirmation = link?.[1] ?? '';
    const confirm = (email: string, text = confirmation) =>
      club.put(`${one.path}/contact`, { email, confirmation: text }, one.key);
    expect((await confirm('thief@example.com')).json.state).toBe('confirmation_sent');
    expect((await confirm(RIGHT, `${confirmation.slice(0, -1)}!`)).json.state).toBe('confirmation_sent');
    expect((await confirm(RIGHT)).json.state).toBe('corrected');
    expect((await club.get(one.path, one.key)).status).toBe(403);
  });

  test('a confirmation ends after 48 hours, and no more than three are sent in a day', async () => {
    const one = await book({ date: '2026-11-30' });
    await takeEmails();
    const ask = (body: object) => club.put(`${one.path}/contact`, body, one.key);
    await ask({ email: RIGHT });
    const confirmation = /manage#1\.[\w-]+\.(\S+)/.exec((await takeEmails())[0]?.text ?? '')?.[1];
    club.clock.now += 48 * HOUR + 1000;
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await ask({ email: RIGHT, confirmation })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await club.get(one.path, one.key)).json.booking.email).toBe(TYPO);
  });

  test('a member corrects the email of their booking without a key', async () => {
    const member = await club.signIn({ email: 'bilal@example.com' });
    const { json } = await club.post('/api/book', bookingBody({ email: TYPO }), member.headers);
    const path = `/api/booking/${json.booking.id}/contact`;
    expect((await club.put(path, { email: RIGHT }, member.headers)).json.state).toBe('corrected');
  });

  test.each([
    ['the same address', { email: TYPO.toUpperCase() }, 422],
    ['no address', { email: 'ayesha' }, 422],
  ])('refuses %s', async (_, body, status) => {
    const one = await book();
    expect((await club.put(`${one.path}/contact`, body, one.key)).status).toBe(status);
  });
});

describe('the desk', () => {
  test('corrects the email and sends the emails again with the link that works, which no admin reads', async () => {
    const one = await book();
    await takeEmails();
    const path = `/api/admin/bookings/${one.id}`;
    const corrected = await club.put(`${path}/contact`, { email: RIGHT, version: 1 }, admin.headers);
    expect(corrected.json.data.booking.email).toBe(RIGHT);
    const stale = await club.put(`${path}/contact`, { email: TYPO, version: 1 }, admin.headers);
    expect(stale.json.reason).toBe('changed_meanwhile');
    expect(heads(await takeEmails()).toSorted()).toEqual([
      `${RIGHT}: ${RECEIVED}`,
      `${TYPO}: Booking 1: we changed its email address`,
    ]);
    expect((await club.post(`${path}/resend`, {}, admin.headers)).json).toEqual({
      data: { recipient: RIGHT },
    });
    const [email] = await takeEmails();
    const { data } = (await club.get(path, admin.headers)).json;
    const key = keyOf(email?.text ?? '');
    expect(key).toBe(emailedKey(club, { id: one.id, email: RIGHT }));
    for (const read of [path, `/api/booking/${one.id}`])
      expect((await club.get(read, admin.headers)).text).not.toContain(key);
    expect(data.history.map(({ action }: { action: string }) => action)).toEqual([
      'email_corrected',
      'emails_resent',
    ]);
    const link = { 'x-booking-key': key };
    expect((await club.get(one.path, link)).json.self_service.email_corrected).toBe(false);
  });

  test('cannot send to a walk-in without an email, and gives it one', async () => {
    const walkIn = {
      court_id: 1,
      date: '2026-11-21',
      slots: ['20:00', '20:30'],
      name: 'Bilal',
      phone: '03001112223',
    };
    const { json } = await club.post('/api/admin/bookings', walkIn, admin.headers);
    const path = `/api/admin/bookings/${json.data.booking.id}`;
    expect((await club.post(`${path}/resend`, {}, admin.headers)).json.reason).toBe('wrong_state');
    await club.put(`${path}/contact`, { email: RIGHT }, admin.headers);
    expect((await takeEmails()).map(({ to }) => to)).toEqual([RIGHT]);
  });
});

describe('a lost link', () => {
  const ask = (email: string) => club.post('/api/manage-links', { email });

  test('the links of the coming bookings go to their address, and the answer never tells', async () => {
    const one = await book({ email: RIGHT });
    const two = await book({ email: RIGHT, court_id: 2, date: '2026-11-23' });
    const over = await book({ email: RIGHT, date: '2026-11-20', start_time: '16:00' });
    const gone = await book({ email: RIGHT, date: '2026-11-24' });
    await club.post(`${gone.path}/cancel`, {}, gone.key);
    await book({ email: 'someone.else@example.com', date: '2026-11-25' });
    await takeEmails();
    club.clock.now = Date.parse('2026-11-21T05:00:00+05:00');
    const known = await ask(RIGHT.toUpperCase());
    const unknown = await ask('nobody@example.com');
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const emails = await takeEmails();
    expect(emails.map(({ to, subject }) => [to.toLowerCase(), subject])).toEqual([
      [RIGHT, 'The links to your 2 upcoming bookings'],
    ]);
    for (const { manage_url } of [one, two]) expect(emails[0]?.text).toContain(manage_url);
    for (const { manage_url } of [over, gone]) expect(emails[0]?.text).not.toContain(manage_url);
  });

  test('is not promised by email where the club has no mail server', async () => {
    const quiet = await createTestClub();
    const { status, json } = await quiet.post('/api/manage-links', { email: RIGHT });
    expect(status).toBe(200);
    expect(json.message).toMatch(
      /^We can’t send emails at the moment, so please call \+92 [\d ]+ for a new link\.$/,
    );
    expect(quiet.rows('SELECT 1 FROM outbox')).toEqual([]);
    quiet.close();
  });

  test('floods neither a mailbox nor the club', async () => {
    await book({ email: RIGHT });
    await takeEmails();
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) statuses.push((await ask(RIGHT)).status);
    expect([statuses.slice(0, 20), statuses.slice(20)]).toEqual([Array(20).fill(200), [429, 429]]);
    expect((await takeEmails()).length).toBe(3);
  });
});

test('a stranger reads the same answer whether a booking or an address exists', async () => {
  const one = await book({ email: RIGHT, date: '2026-12-20' });
  const wrong = { 'x-booking-key': 'x'.repeat(32) };
  const pairs: Record<string, [() => Promise<{ text: string }>, () => Promise<{ text: string }>]> = {
    'a wrong key of a booking and of no booking': [
      () => club.get(`${one.path}/statement`, wrong),
      () => club.get('/api/booking/999/statement', wrong),
    ],
    'a known and an unknown address': [
      () => club.post('/api/manage-links', { email: RIGHT }),
      () => club.post('/api/manage-links', { email: 'n.obody@gmail.example' }),
    ],
    'a change without a key of a booking and of no booking': [
      () => club.post(`${one.path}/cancel`, {}),
      () => club.post('/api/booking/999/cancel', {}),
    ],
  };
  for (const [name, [one, other]] of Object.entries(pairs)) {
    // Beyond every limit.
    club.clock.now += HOUR + 1000;
    expect([name, (await one()).text]).toEqual([name, (await other()).text]);
  }
});

/** A link that the reception hands over where no email takes it to the customer, and what it proves against staff. */
import { describe, expect, test } from 'bun:test';
import { readSecret } from '../../../src/db/stored-secret.ts';
import { PayerKeys } from '../../../src/payers/payer-keys.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { bookingBody, clubForEachTest, createTestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const HOUR = 3_600_000;
const club = clubForEachTest({ now: Date.parse('2026-11-20T12:00:00+05:00') });
const signInStaff = () => club.signIn({ email: 'sana@example.com', name: 'Sana Butt', role: 'staff' });
const signInOwner = () => club.signIn({ email: 'owner@example.com', role: 'owner' });

async function book(over: Record<string, unknown> = {}) {
  const { json } = await club.post('/api/book', bookingBody({ date: '2026-11-30', ...over }));
  return { id: json.booking.id as number, payer: json.booking.payer_id as number, key: keyHeader(json) };
}
type Headers = Record<string, string>;
const make = (payer: number, headers: Headers) => club.post(`/api/admin/payers/${payer}/link`, {}, headers);
const fragment = ({ json }: { json: { data: { link: string } } }) => json.data.link.split('#')[1] ?? '';
const open = (link: string, headers: Headers = {}) => club.post('/api/handed-link', { link }, headers);
const historyOf = async (id: number, headers: Headers) => {
  const { history } = (await club.get(`/api/admin/bookings/${id}`, headers)).json.data;
  return history
    .filter(({ action }: { action: string }) => action.startsWith('link_'))
    .map(({ actor, actor_name, action }: Record<string, string>) => [actor, actor_name, action]);
};
const USED_UP =
  'This link has been opened already, or a day has passed. Please ask the reception for a new one.';

describe('the link that the reception makes', () => {
  test('opens the booking once, and the history says who made it and that it was opened', async () => {
    // A payer whose number is not by chance that of the link, too.
    await book({ court_id: 2 });
    const { id, payer } = await book();
    const { headers } = await signInStaff();
    const made = await make(payer, headers);
    expect(made.json.data.link).toMatch(/\/manage#h\d+\.\d+\.[\w-]{32}$/);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const link = fragment(made);
    const first = { 'idempotency-key': 'this-browser' };
    const opened = await open(link, first);
    const read = await club.get(`/api/booking/${id}`, keyHeader(opened.json));
    expect([opened.status, read.json.booking.email]).toEqual([200, 'ayesha@example.com']);
    // The answer was lost on the way.
    expect((await open(link, first)).json).toEqual(opened.json);
    for (const again of [await open(link), await open(link, { 'idempotency-key': 'another-browser' })])
      expect([again.status, again.json.error]).toEqual([403, USED_UP]);
    expect(await historyOf(id, headers)).toEqual([
      ['admin', 'Sana Butt', 'link_handed'],
      ['guest', null, 'link_opened'],
    ]);
    const key = opened.json.manage_url.split('.').at(-1);
    expect(JSON.stringify(club.rows('SELECT * FROM idempotency'))).not.toContain(key);
    expect(club.logLines.join('\n')).not.toContain(link.split('.')[2] as string);
  });

  test('is the newest of its payer, for a day, and for the email it was made for', async () => {
    const { id, payer } = await book();
    const { headers } = await signInOwner();
    const older = fragment(await make(payer, headers));
    const newer = fragment(await make(payer, headers));
    expect((await open(older)).status).toBe(403);
    club.clock.now += 24 * HOUR;
    expect((await open(newer)).status).toBe(403);
    const third = fragment(await make(payer, headers));
    club.clock.now += 24 * HOUR - 1;
    expect((await open(third)).status).toBe(200);
    const fourth = fragment(await make(payer, headers));
    await club.put(`/api/admin/bookings/${id}/contact`, { email: 'other@example.com' }, headers);
    expect((await open(fourth)).status).toBe(403);
  });

  test('gives a retry no way back in once the email, and with it the key, has changed', async () => {
    const { id, payer } = await book();
    const { headers } = await signInOwner();
    const link = fragment(await make(payer, headers));
    const retry = { 'idempotency-key': 'this-browser' };
    const opened = await open(link, retry);
    await club.put(`/api/admin/bookings/${id}/contact`, { email: 'other@example.com' }, headers);
    expect((await club.get(`/api/booking/${id}`, keyHeader(opened.json))).status).toBe(403);
    const again = await open(link, retry);
    expect([again.status, again.json.error]).toEqual([403, USED_UP]);
  });

  test('cannot be made up, and does not open another’s booking', async () => {
    const [one, other] = [await book(), await book({ court_id: 2 })];
    const { headers } = await signInStaff();
    const [payer = '', entry = '', key = ''] = fragment(await make(one.payer, headers)).split('.');
    await make(other.payer, headers);
    for (const link of [
      `h${other.payer}.${entry}.${key}`,
      `${payer}.${Number(entry) + 1}.${key}`,
      `${payer}.${entry}.${'x'.repeat(32)}`,
      `h999.${entry}.${key}`,
    ])
      expect((await open(link)).status).toBe(403);
    expect((await open(`${payer}.${entry}`)).status).toBe(422);
    expect((await open(`${payer}.${entry}.${key}`)).status).toBe(200);
  });

  test('is of a player, too, while the place stands', async () => {
    const { id, key } = await book();
    const { headers } = await signInStaff();
    const split = await club.put(`/api/booking/${id}/payers`, { payers: [{ name: 'Omar' }] }, key);
    const player = split.json.payers[1].id as number;
    const { json } = await open(fragment(await make(player, headers)));
    expect((await club.get(`/api/payers/${player}`, keyHeader({ manage_url: json.manage_url }))).status).toBe(
      200,
    );
    // A player without an email keeps the key once the data is gone.
    const link = fragment(await make(player, headers));
    club.db.run('UPDATE payer SET erased = 1 WHERE id = ?', [player]);
    expect((await open(link)).status).toBe(403);
    expect((await make(player, headers)).status).toBe(404);
    club.db.run('UPDATE payer SET erased = 0 WHERE id = ?', [player]);
    await club.post(`/api/payers/${player}/leave`, {}, headers);
    expect((await make(player, headers)).json.reason).toBe('wrong_state');
    expect((await make(9999, headers)).status).toBe(404);
  });

  test('is emailed instead where an email reaches the customer', async () => {
    const mailed = await createTestClub({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const { headers } = await mailed.signIn({ role: 'staff' });
    const { booking } = (await mailed.post('/api/book', bookingBody())).json;
    const refused = await mailed.post(`/api/admin/payers/${booking.payer_id}/link`, {}, headers);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'An email reaches this customer. Please resend the email with the link.',
    ]);
    const desk = { court_id: 2, date: '2026-11-21', slots: ['20:00', '20:30'] };
    const walkIn = { ...desk, name: 'Walk in', phone: '03001234567', payment_method: 'cash' };
    const { json } = await mailed.post('/api/admin/bookings', walkIn, headers);
    const { payer_id } = json.data.booking;
    expect((await mailed.post(`/api/admin/payers/${payer_id}/link`, {}, headers)).status).toBe(200);
    mailed.close();
  });
});

describe('once the reception has made a link, staff cannot use it for themselves:', () => {
  test('an account of a walk-in without an email came through that link, not through an email', async () => {
    const [staff, owner] = [await signInStaff(), await signInOwner()];
    const desk = { court_id: 2, date: '2026-11-21', slots: ['20:00', '20:30'] };
    const walkIn = { ...desk, name: 'Walk in', phone: '03001234567', payment: { method: 'cash' } };
    const { json } = await club.post('/api/admin/bookings', walkIn, owner.headers);
    const { id, payer_id } = json.data.booking;
    const key = keyHeader((await open(fragment(await make(payer_id, staff.headers)))).json);
    await club.put(
      `/api/admin/bookings/${id}/status`,
      { status: 'cancelled', cancelled_by: 'club' },
      owner.headers,
    );
    const account = { title: 'Walk in', account: '03001234567' };
    expect((await club.put(`/api/booking/${id}/refund-account`, account, key)).status).toBe(200);
    const detail = (await club.get(`/api/admin/bookings/${id}`, staff.headers)).json.data;
    expect(detail.payee_changes).toMatchObject([{ what: 'account', doubt: 'handed_link' }]);
  });

  test('a refund to an account that it names waits for an owner', async () => {
    const { id, payer } = await book();
    const [staff, owner] = [await signInStaff(), await signInOwner()];
    const pay = { amount: 5000, method: 'bank_transfer' };
    await club.post(`/api/admin/bookings/${id}/payments`, pay, owner.headers);
    const key = keyHeader((await open(fragment(await make(payer, staff.headers)))).json);
    expect((await club.post(`/api/booking/${id}/cancel`, {}, key)).status).toBe(200);
    const account = { title: 'Thief', account: '03001234599' };
    expect((await club.put(`/api/booking/${id}/refund-account`, account, key)).status).toBe(200);
    const detail = (await club.get(`/api/admin/bookings/${id}`, staff.headers)).json.data;
    expect(detail.payee_changes).toMatchObject([
      { what: 'account', by_club: false, doubt: 'handed_link', held_until: '2026-11-23T12:00:00+05:00' },
    ]);
    for (const method of ['cash', 'bank_transfer']) {
      const refund = { amount: 5000, method };
      expect((await club.post(`/api/admin/bookings/${id}/refunds`, refund, staff.headers)).status).toBe(403);
    }
    const refund = { amount: 5000, method: 'bank_transfer' };
    expect((await club.post(`/api/admin/bookings/${id}/refunds`, refund, owner.headers)).status).toBe(201);
  });

  test('shortly before play it cancels nothing that is owed', async () => {
    const { id, payer, key } = await book({
      date: '2026-11-20',
      start_time: '14:00',
      payment_method: 'cash',
    });
    const { headers } = await signInStaff();
    await make(payer, headers);
    club.clock.now = Date.parse('2026-11-20T13:45:00+05:00');
    const refused = await club.post(`/api/booking/${id}/cancel`, {}, key);
    expect([refused.status, refused.json.error]).toEqual([
      409,
      expect.stringContaining('The reception made or changed this booking. Please call us to cancel it.'),
    ]);
  });

  test('a receipt that it uploads is no proof of a transfer, for the customer and for a player', async () => {
    const { id, payer, key } = await book();
    const split = await club.put(`/api/booking/${id}/payers`, { payers: [{ name: 'Omar' }] }, key);
    const [, player] = split.json.payers;
    const contact = { name: 'Omar Farooq', email: 'omar@example.com', method: 'bank_transfer' };
    const paid = await club.post(
      `/api/payers/${player.id}/pay`,
      { ...contact, amount: player.charge },
      keyHeader({ manage_url: player.join_url }),
    );
    const own = keyHeader({ manage_url: paid.json.join_url });
    const proofs = () =>
      club
        .rows<{ by_customer: number }>('SELECT by_customer FROM receipt ORDER BY id')
        .map((one) => one.by_customer);
    const upload = async () => {
      for (const [path, headers] of [
        [`/api/booking/${id}/receipt`, key],
        [`/api/payers/${player.id}/receipt`, own],
      ] as const) {
        const body = createReceiptForm(createPng(140, 140));
        const request = new Request(`http://localhost${path}`, { method: 'POST', body, headers });
        expect((await club.app.handle(request)).status).toBe(200);
      }
    };
    await upload();
    expect(proofs()).toEqual([1, 1]);
    await make(payer, (await signInStaff()).headers);
    await upload();
    expect(proofs()).toEqual([1, 1, 0, 0]);
  });
});

/** Plans an event of the club; returns its number. */
async function plan(headers: Headers): Promise<number> {
  const event = {
    kind: 'social',
    title: 'Friday social',
    text: '',
    least: 2,
    most: 4,
    price: 1500,
    leave_hours: 0,
    sessions: [{ date: '2026-11-27', start_time: '20:00', duration: 60, court_ids: [1] }],
    publish: true,
  };
  const { json } = await club.post('/api/admin/events', event, headers);
  return json.data.event.id;
}

async function uploadReceipt(payer: number, headers: Headers) {
  const body = createReceiptForm(createPng(140, 140));
  const request = new Request(`http://localhost/api/payers/${payer}/receipt`, {
    method: 'POST',
    body,
    headers,
  });
  expect((await club.app.handle(request)).status).toBe(200);
  return club.rows('SELECT payer_id, by_customer FROM receipt');
}

describe('the link to a place that the reception gave to somebody without an email', () => {
  const place = async () => {
    const owner = await signInOwner();
    const player = { name: 'Rashid Mehmood', phone: '0321 5556677' };
    const added = await club.post(
      `/api/admin/events/${await plan(owner.headers)}/places`,
      player,
      owner.headers,
    );
    const payer = added.json.data.places[0].payer_id as number;
    const { headers } = await signInStaff();
    const made = await make(payer, headers);
    const link = fragment(made);
    const opened = await open(link);
    return { payer, owner, staff: headers, link, key: keyHeader(opened.json) };
  };

  test('opens it once, for a receipt that is no proof, and a refund that waits for an owner', async () => {
    const { payer, owner, staff, link, key } = await place();
    expect((await club.get(`/api/payers/${payer}`, key)).json.item.title).toBe('Friday social');
    expect((await open(link)).json.error).toBe(USED_UP);
    await club.post(`/api/payers/${payer}/pay`, { method: 'bank_transfer', amount: 1500 }, key);
    expect(await uploadReceipt(payer, key)).toEqual([{ payer_id: payer, by_customer: 0 }]);
    const paid = { amount: 1500, method: 'bank_transfer' };
    await club.post(`/api/admin/payers/${payer}/payments`, paid, owner.headers);
    expect((await club.post(`/api/payers/${payer}/leave`, {}, key)).status).toBe(200);
    const account = { title: 'Rashid Mehmood', account: '03215556677' };
    await club.put(`/api/payers/${payer}/refund-account`, account, key);
    const { data } = (await club.get(`/api/admin/payers/${payer}`, staff)).json;
    expect(data.payee_changes).toMatchObject([{ what: 'account', doubt: 'handed_link' }]);
    expect((await club.post(`/api/admin/payers/${payer}/refunds`, paid, staff)).status).toBe(403);
  });

  test('gives back nothing that is owed shortly before it begins', async () => {
    const { payer, key } = await place();
    club.clock.now = Date.parse('2026-11-27T19:45:00+05:00');
    const { status, json } = await club.post(`/api/payers/${payer}/leave`, {}, key);
    expect([status, json.error]).toEqual([
      409,
      'This was set up at the reception. Please call us to give it back.',
    ]);
  });

  test('leads on to a friend’s place, where it proves as little', async () => {
    const id = await plan((await signInOwner()).headers);
    const both = { name: 'Ayesha Khan', email: 'ayesha@example.com', friend: { name: 'Bilal Khan' } };
    const [own, friend] = (await club.post(`/api/events/${id}/places`, both)).json.places;
    const staff = await signInStaff();
    const opened = await open(fragment(await make(own.id, staff.headers)));
    const page = (await club.get(`/api/payers/${own.id}`, keyHeader(opened.json))).json;
    const key = keyHeader({ manage_url: page.together[0].join_url });
    await club.post(`/api/payers/${friend.id}/pay`, { method: 'bank_transfer', amount: 1500 }, key);
    expect(await uploadReceipt(friend.id, key)).toEqual([{ payer_id: friend.id, by_customer: 0 }]);
  });
});

describe('a link that goes to an email which staff have entered proves nothing for them either:', () => {
  const keys = () => new PayerKeys(readSecret(club.db, 'cookie'), 'http://localhost');

  test('a receipt for a place, and giving it back unpaid shortly before it begins', async () => {
    const [staff, owner] = [await signInStaff(), await signInOwner()];
    const player = { name: 'Rashid Mehmood', email: 'sana.private@example.com' };
    const added = await club.post(
      `/api/admin/events/${await plan(owner.headers)}/places`,
      player,
      staff.headers,
    );
    const payer = added.json.data.places[0].payer_id as number;
    // The email to that address has it.
    const manage_url = keys().payerUrl({ id: payer, booking_id: null, email: player.email });
    const key = keyHeader({ manage_url });
    await club.post(`/api/payers/${payer}/pay`, { method: 'bank_transfer', amount: 1500 }, key);
    expect(await uploadReceipt(payer, key)).toEqual([{ payer_id: payer, by_customer: 0 }]);
    club.clock.now = Date.parse('2026-11-27T19:30:00+05:00');
    expect((await club.post(`/api/payers/${payer}/leave`, {}, key)).status).toBe(409);
    club.clock.now -= 1;
    expect((await club.post(`/api/payers/${payer}/leave`, {}, key)).status).toBe(200);
  });

  test('a receipt for a player whom they have added to a walk-in', async () => {
    const { headers } = await signInStaff();
    const desk = { court_id: 2, date: '2026-11-21', slots: ['20:00', '20:30'] };
    const host = { name: 'Walk in', email: 'sana.private@example.com', payment_method: 'cash' };
    const { booking } = (await club.post('/api/admin/bookings', { ...desk, ...host }, headers)).json.data;
    const key = keyHeader({ manage_url: keys().manageUrl(booking) });
    const split = await club.put(`/api/booking/${booking.id}/payers`, { payers: [{ name: 'Omar' }] }, key);
    const [, player] = split.json.payers;
    const contact = { name: 'Omar Farooq', email: 'sana.other@example.com', method: 'bank_transfer' };
    const paid = await club.post(
      `/api/payers/${player.id}/pay`,
      { ...contact, amount: player.charge },
      keyHeader({ manage_url: player.join_url }),
    );
    const own = keyHeader({ manage_url: paid.json.join_url });
    expect(await uploadReceipt(player.id, own)).toEqual([{ payer_id: player.id, by_customer: 0 }]);
  });
});

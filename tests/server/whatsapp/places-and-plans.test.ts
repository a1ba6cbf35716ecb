/** Places in events and purchases reach whoever has them by the channels of their choice, as bookings do. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createPng } from '../../support/test-images.ts';
import { createWhatsappClub, type WhatsappClub } from '../../support/whatsapp-club.ts';

let club: WhatsappClub;
beforeEach(async () => {
  club = await createWhatsappClub();
});
afterEach(() => club.close());

const PHONE = '923004445566';

/** A class a week ahead. */
async function createClass(title = 'Beginners’ class', over: Record<string, unknown> = {}) {
  const session = { date: '2026-11-27', start_time: '18:00', duration: 60, court_ids: [1] };
  const body = { kind: 'class', title, least: 1, most: 4, price: 3000, publish: true, join_hours: 1 };
  const answer = await club.post('/api/admin/events', { ...body, sessions: [session], ...over }, club.admin);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data.event as { id: number; version: number };
}

/** A player takes a place and says that they pay by transfer. */
async function join(event: { id: number }, over: Record<string, unknown> = {}, method = 'bank_transfer') {
  const contact = { name: 'Sana Malik', email: 'sana@example.com', phone: '0300 4445566' };
  const body = { ...contact, updates_by: ['whatsapp'], ...over };
  const answer = await club.post(`/api/events/${event.id}/places`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  const [place] = answer.json.places as { id: number; join_url: string; charge: number }[];
  if (!place) throw new Error('no place');
  const key = { 'x-booking-key': place.join_url.split('.').at(-1) ?? '' };
  if (method) await club.post(`/api/payers/${place.id}/pay`, { method, amount: place.charge }, key);
  return { ...place, key };
}

/** A member buys a plan that costs PKR 30,000. */
async function buyPlan(headers: Record<string, string>) {
  const anywhere = { tiers: null, courts: null, weekdays: null };
  const terms = {
    price: 30_000,
    months: 1,
    days: null,
    hours: 0,
    hours_for: anywhere,
    discounts: [],
    days_ahead: null,
    cancel_hours: null,
    add_ons: [],
    events_percent: null,
    with_codes: false,
  };
  const { json } = await club.post('/api/admin/plans', { kind: 'plan', name: 'Gold', terms }, club.admin);
  const { version_id } = json.data.plan;
  const sale = { version_id, payment_method: 'bank_transfer' };
  const answer = await club.post('/api/auth/purchases', sale, headers);
  if (answer.status !== 201) throw new Error(answer.text);
}

async function sendPicture() {
  const id = `media${club.graph.media.size + 1}`;
  club.graph.media.set(id, { bytes: createPng(400, 600 + club.graph.media.size) });
  await club.call(
    club.graph.receive(PHONE, { type: 'image', image: { id, mime_type: 'image/png', sha256: '' } }),
  );
  await club.pictures();
  await club.deliver();
}
const last = () => club.graph.sent.at(-1);
const brief = () => club.messages().map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
const receipts = () =>
  club.rows<{ payer_id: number; by_customer: number }>(
    'SELECT payer_id, by_customer FROM receipt ORDER BY id',
  );

test('a place goes by WhatsApp to whoever ticked it beside the phone, with the button to its page, and by no email', async () => {
  const event = await createClass();
  const place = await join(event);
  await club.deliver();
  expect(brief()).toEqual(['item.taken whatsapp sent']);
  expect(last()).toMatchObject({ to: PHONE, type: 'template', link: place.join_url });
  expect(last()?.text).toContain('Thank you for choosing Beginners’ class. To pay: PKR 3,000 by ');
  const [{ consents } = { consents: '' }] = club.rows<{ consents: string }>(
    `SELECT consents FROM payer WHERE id = ${place.id}`,
  );
  expect(JSON.parse(consents)).toEqual({
    whatsapp: {
      at: club.clock.now,
      words:
        'Updates by WhatsApp: Padel Club Faisalabad writes to this number about this place. Answer STOP to end them.',
    },
  });
});

test('without a tick, or without a phone, a place goes by email', async () => {
  const event = await createClass();
  await join(event, { updates_by: [] });
  await join(event, { email: 'other@example.com', phone: undefined });
  await club.deliver();
  expect(brief()).toEqual(['item.taken email sent', 'item.taken email sent']);
});

test('a template that is not approved, and a number that WhatsApp does not reach, leave it to the email, once', async () => {
  const event = await createClass();
  club.graph.state.fault = { status: 400, code: 131026, message: 'Message undeliverable' };
  await join(event);
  await club.deliver();
  club.graph.state.fault = null;
  await club.deliver();
  expect(brief()).toEqual(['item.taken email sent']);
  for (const template of club.graph.templates.values())
    if (template.name.startsWith('item_taken')) template.status = 'PAUSED';
  await club.syncTemplates();
  await join(event, { email: 'other@example.com' });
  await club.deliver();
  expect(brief()).toEqual(['item.taken email sent', 'item.taken email sent']);
  expect(club.graph.sent).toEqual([]);
});

test('a cancelled class rings at 2:30 AM, a payment for it waits for the morning', async () => {
  const event = await createClass();
  const place = await join(event);
  await club.deliver();
  club.clock.now = Date.parse('2026-11-21T02:30:00+05:00');
  const entry = { method: 'bank_transfer', amount: 1000 };
  await club.post(`/api/admin/payers/${place.id}/payments`, { ...entry, amount: 3000 }, club.admin);
  await club.deliver();
  expect(brief()).toContain('item.paid whatsapp queued');
  const { version } = (await club.get(`/api/admin/events/${event.id}`, club.admin)).json.data.event;
  const cancelled = { reason: 'The coach is ill.', version };
  expect((await club.post(`/api/admin/events/${event.id}/cancel`, cancelled, club.admin)).status).toBe(200);
  await club.deliver();
  expect(last()?.text).toBe(
    'A change to Beginners’ class: it is cancelled, we are sorry (The coach is ill.). Refund: PKR 3,000. Use the button to see what you paid and what you’ll get back.',
  );
});

test('a picture becomes the receipt of the one place that waits for money', async () => {
  const place = await join(await createClass());
  await club.deliver();
  await sendPicture();
  expect(receipts()).toEqual([{ payer_id: place.id, by_customer: 1 }]);
  expect(last()?.text).toContain('we have your receipt for Beginners’ class');
  const { messages } = (await club.get('/api/admin/conversations/1', club.admin)).json.data;
  expect(messages).toMatchObject([{ picture: 'receipt', receipt_of: 'Beginners’ class', booking_id: null }]);
});

test('somebody who gets no messages there is thanked in the chat', async () => {
  const place = await join(await createClass(), { updates_by: [] });
  await sendPicture();
  expect(receipts()).toEqual([{ payer_id: place.id, by_customer: 0 }]);
  expect(last()).toMatchObject({
    type: 'text',
    text: expect.stringContaining('receipt for Beginners’ class'),
  });
});

test('with a booking, a place and a plan the program asks by buttons, and takes the chosen one', async () => {
  const member = await club.signIn({ email: 'sana@example.com', name: 'Sana Malik' });
  await club.put('/api/auth/profile', { name: 'Sana Malik', phone: '0300 4445566' }, member.headers);
  await buyPlan(member.headers);
  const { booking } = await club.book({ phone: '0300 4445566' });
  await join(await createClass());
  await club.deliver();
  await sendPicture();
  expect(receipts()).toEqual([]);
  const question = last();
  expect(question?.text).toBe(
    [
      'Thank you for the picture. What is this receipt for?',
      'Beginners’ class: Fri, Nov 27, 6 PM – 7 PM, Court 1, PKR 3,000',
      `Booking ${booking.id}: Sat, Nov 21, 6 PM, PKR 5,000`,
      'Gold: 1 month, from the day it is paid, PKR 30,000',
    ].join('\n'),
  );
  expect(question?.choices.map(({ title }) => title)).toEqual([
    'Beginners’ class',
    `Booking ${booking.id}`,
    'Gold',
  ]);
  await club.call(
    club.graph.receive(PHONE, {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: question?.choices[2] },
    }),
  );
  await club.pictures();
  const [plan] = club.rows<{ id: number }>('SELECT id FROM payer WHERE purchase_id IS NOT NULL');
  expect(receipts()).toEqual([{ payer_id: plan?.id ?? 0, by_customer: 0 }]);
});

test('two places in classes with one long name have two different buttons', async () => {
  const title = 'Beginners’ class on Friday evenings';
  await join(await createClass(title));
  const session = { date: '2026-11-26', start_time: '18:00', duration: 60, court_ids: [2] };
  await join(await createClass(title, { sessions: [session] }));
  await club.deliver();
  await sendPicture();
  expect(last()?.choices.map(({ title: label }) => label)).toEqual([
    'Beginners’ class… 1',
    'Beginners’ class… 2',
  ]);
});

test('the reception says of which place a picture is the receipt', async () => {
  const place = await join(await createClass());
  await club.book({ phone: '0300 4445566' });
  await club.deliver();
  await sendPicture();
  const read = async () => (await club.get('/api/admin/conversations/1', club.admin)).json.data;
  expect((await read()).open_parts.map(({ line }: { line: string }) => line.split(':')[0])).toEqual([
    expect.stringMatching(/^Booking \d+$/),
    'Beginners’ class',
  ]);
  const path = '/api/admin/conversations/pictures/1/receipt';
  expect((await club.post(path, {}, club.admin)).status).toBe(422);
  expect((await club.post(path, { payer_id: 999 }, club.admin)).status).toBe(404);
  expect((await club.post(path, { payer_id: place.id }, club.admin)).status).toBe(200);
  await club.pictures();
  expect(receipts()).toMatchObject([{ payer_id: place.id }]);
});

test('a receipt that follows a rejected one is acknowledged again', async () => {
  const place = await join(await createClass(), { updates_by: [] });
  await sendPicture();
  const reject = { reason: 'The amount can’t be read.' };
  expect((await club.post(`/api/admin/payers/${place.id}/receipt/reject`, reject, club.admin)).status).toBe(
    200,
  );
  await sendPicture();
  expect(brief().filter((line) => line.startsWith('item.receipt_received'))).toEqual([
    'item.receipt_received email sent',
    'item.receipt_received email sent',
  ]);
});

test('a member who wants SMS reads there what asks for something, beside the email', async () => {
  const member = await club.signIn({ email: 'sana@example.com', name: 'Sana Malik' });
  await club.put('/api/auth/preferences', { sms_notifications: true }, member.headers);
  const event = await createClass();
  const contact = { name: 'Sana Malik', email: 'sana@example.com', phone: '0300 4445566' };
  const { json } = await club.post(`/api/events/${event.id}/places`, contact, member.headers);
  await club.deliver();
  expect(brief()).toEqual(['item.taken email sent', 'item.taken sms sent']);
  expect(club.gateway.requests[0]?.text).toMatch(
    /^Padel Club Faisalabad: please pay PKR 3,000 for Beginners' class by Fri, Nov 20, 12:30 PM\. http\S+$/,
  );
  const payment = { method: 'cash', amount: 3000 };
  await club.post(`/api/admin/payers/${json.places[0].id}/payments`, payment, club.admin);
  await club.deliver();
  expect(brief().slice(2)).toEqual(['item.paid email sent']);
});

test.each([
  ['with a price in the morning', { price: 3000, start_time: '18:00', rings: '08:00' }],
  ['without one in time before it begins', { price: 0, start_time: '07:30', rings: '06:30' }],
])('a place that becomes free at night rings %s', async (_, { price, start_time, rings }) => {
  const sessions = [{ date: '2026-11-27', start_time, duration: 60, court_ids: [1] }];
  const event = await createClass('Class', { most: 2, price, leave_hours: 0, sessions });
  const players = [
    await join(event, { email: 'omar@example.com', phone: undefined, updates_by: [] }, ''),
    await join(event, { email: 'hina@example.com', phone: undefined, updates_by: [] }, ''),
  ];
  await join(event, { wait: true }, '');
  const member = await club.signIn({ email: 'zara@example.com', name: 'Zara Khan' });
  await club.put('/api/auth/preferences', { sms_notifications: true }, member.headers);
  const contact = { name: 'Zara Khan', email: 'zara@example.com', phone: '0300 7776655', wait: true };
  await club.post(`/api/events/${event.id}/places`, contact, member.headers);
  if (price > 0)
    for (const { id } of players)
      await club.post(`/api/admin/payers/${id}/payments`, { method: 'cash', amount: price }, club.admin);
  club.clock.now = Date.parse('2026-11-27T01:00:00+05:00');
  for (const { id, key } of players) await club.post(`/api/payers/${id}/leave`, {}, key);
  const rung = () => brief().filter((line) => /^item.offered (sms|whatsapp) sent/.test(line));
  const morning = Date.parse(`2026-11-27T${rings}:00+05:00`);
  club.clock.now = morning - 1000;
  await club.deliver();
  expect([brief().filter((line) => line === 'item.offered email sent'), rung()]).toEqual([
    ['item.offered email sent'],
    [],
  ]);
  club.clock.now = morning;
  await club.deliver();
  expect(rung()).toEqual(['item.offered whatsapp sent', 'item.offered sms sent']);
});

test('the reception adds somebody who left only a phone, who reads it by SMS', async () => {
  const event = await createClass();
  const added = { name: 'Sana Malik', phone: '0300 4445566' };
  expect((await club.post(`/api/admin/events/${event.id}/places`, added, club.admin)).status).toBe(201);
  await club.deliver();
  expect(brief()).toEqual(['item.taken sms sent']);
  club.clock.now = Date.parse('2026-11-21T02:30:00+05:00');
  const [place] = club.rows<{ id: number }>('SELECT id FROM payer');
  await club.club.write((tx) =>
    tx.emit({ kind: 'item.paid', payer_id: place?.id ?? 0, at: tx.now, by_club: true }),
  );
  const paid = "SELECT channel, not_before FROM outbox WHERE kind = 'item.paid'";
  expect(club.rows(paid)).toEqual([{ channel: 'sms', not_before: Date.parse('2026-11-21T08:00:00+05:00') }]);
});

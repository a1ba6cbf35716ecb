import { afterEach, beforeEach, expect, test } from 'bun:test';
import { latestEmailToken } from '../../support/accounts.ts';
import { GRAPH_ERRORS } from '../../support/graph-server.ts';
import { createPng } from '../../support/test-images.ts';
import { createWhatsappClub, HOUR, MINUTE, type WhatsappClub } from '../../support/whatsapp-club.ts';

let club: WhatsappClub;
beforeEach(async () => {
  club = await createWhatsappClub();
});
afterEach(() => club.close());

const PHONE = '923004445566';
const picture = () => createPng(400, 600);
const write = (text: string, from = PHONE) =>
  club.call(club.graph.receive(from, { type: 'text', text: { body: text } }));
async function sendPicture(from = PHONE, bytes = picture(), over: { url?: string; size?: number } = {}) {
  const id = `media${club.graph.media.size + 1}`;
  club.graph.media.set(id, { bytes, ...over });
  await club.call(
    club.graph.receive(from, { type: 'image', image: { id, mime_type: 'image/png', sha256: '' } }),
  );
  await club.pictures();
}
const list = async () => (await club.get('/api/admin/conversations', club.admin)).json.data;
const thread = async (id = 1) => (await club.get(`/api/admin/conversations/${id}`, club.admin)).json.data;
const receipts = () =>
  club.rows<{ booking_id: number; by_customer: number }>(
    'SELECT booking_id, by_customer FROM receipt ORDER BY id',
  );
const bookPhone = (over: Record<string, unknown> = {}) => club.book({ phone: '0300 4445566', ...over });

test('what a customer writes waits in To do, under the name of their booking, until it is read or answered', async () => {
  await bookPhone();
  await write('Is court 2 free at eight?');
  const inbox = async () => (await club.get('/api/admin/inbox', club.admin)).json.data.unread_messages;
  expect(await list()).toMatchObject({
    waiting: 1,
    conversations: [
      { name: 'Ayesha Khan', phone: `+${PHONE}`, waits: true, last_text: 'Is court 2 free at eight?' },
    ],
  });
  expect(await inbox()).toBe(1);
  const answer = await club.post('/api/admin/conversations/1/answer', { text: 'Yes, it is.' }, club.admin);
  expect(answer.json.data.messages).toMatchObject([
    { from_club: false, text: 'Is court 2 free at eight?', author: null },
    { from_club: true, text: 'Yes, it is.', author: 'Owner', state: 'queued' },
  ]);
  await club.deliver();
  expect(club.graph.sent.at(-1)).toMatchObject({ to: PHONE, type: 'text', text: 'Yes, it is.' });
  expect([await inbox(), (await list()).waiting]).toEqual([0, 0]);
  await club.put('/api/admin/conversations/1', { read: false }, club.admin);
  expect(await inbox()).toBe(1);
});

test('after a day the answer goes by the template, and by nothing while that is not approved', async () => {
  await write('Is court 2 free at eight?');
  club.clock.now += 25 * HOUR;
  const answer = () => club.post('/api/admin/conversations/1/answer', { text: 'Yes, it is.' }, club.admin);
  expect((await answer()).status).toBe(200);
  await club.deliver();
  expect(club.graph.sent.at(-1)).toMatchObject({ type: 'template' });
  expect(club.graph.sent.at(-1)?.text).toContain('answered your message:\n\nYes, it is.\n\nPlease');
  for (const template of club.graph.templates.values()) template.status = 'PAUSED';
  await club.syncTemplates();
  const refused = await answer();
  expect([refused.status, refused.json.error]).toEqual([409, expect.stringContaining('Please call.')]);
});

test('an answer that would arrive when the day is over goes by the template', async () => {
  await write('Is court 2 free at eight?');
  club.clock.now += 24 * HOUR - 3 * MINUTE;
  await club.post('/api/admin/conversations/1/answer', { text: 'Yes, it is.' }, club.admin);
  await club.deliver();
  expect(club.graph.sent).toMatchObject([{ type: 'template' }]);
});

test.each([
  ['at once', true],
  ['in a report', false],
])(
  'free text that Meta rejects as too late (131047, %s) is sent once more, as the template',
  async (_, isAtOnce) => {
    await write('Is court 2 free at eight?');
    await club.post('/api/admin/conversations/1/answer', { text: 'Yes, it is.' }, club.admin);
    const { closed } = GRAPH_ERRORS;
    if (isAtOnce) club.graph.state.faults = [closed];
    await club.deliver();
    const [words] = club.graph.sent;
    if (words) await club.call(club.graph.report(words, 'failed', closed.code));
    await club.deliver();
    expect(club.graph.sent.map(({ type }) => type)).toEqual(isAtOnce ? ['template'] : ['text', 'template']);
    const template = club.graph.sent.at(-1);
    expect(template?.text).toContain('answered your message:\n\nYes, it is.');
    if (template) await club.call(club.graph.report(template, 'failed', closed.code));
    expect((await thread()).messages.at(-1)).toMatchObject({ text: 'Yes, it is.', state: 'failed' });
  },
);

test('what the same customer wrote by the contact form stands in the conversation', async () => {
  await bookPhone({ email: 'sana@example.com' });
  const form = {
    name: 'Sana',
    email: 'Sana@example.com',
    subject: 'general',
    message: 'Do you rent rackets?',
    website: '',
  };
  expect((await club.post('/api/contact', form)).status).toBe(201);
  club.clock.now += HOUR;
  await write('And balls?');
  expect((await thread()).messages).toMatchObject([
    { source: 'form', text: expect.stringContaining('Do you rent rackets?') },
    { source: 'chat', text: 'And balls?' },
  ]);
});

test('a picture of a number with one booking that waits for money becomes its receipt, like an upload', async () => {
  const { booking } = await bookPhone();
  await club.deliver();
  await sendPicture();
  expect(receipts()).toEqual([{ booking_id: booking.id, by_customer: 1 }]);
  expect(club.findBooking(booking.id)).toMatchObject({ receipt_received: true, pay_by: null });
  await club.deliver();
  expect(club.graph.sent.at(-1)).toMatchObject({ type: 'template' });
  expect(club.graph.sent.at(-1)?.text).toContain(`we have the receipt for your booking ${booking.id}`);
  expect((await thread()).messages).toMatchObject([{ picture: 'receipt', booking_id: booking.id }]);
  expect((await list()).waiting).toBe(0);
  const shown = await club.get('/api/admin/conversations/pictures/1', club.admin);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('with several bookings the program asks which by buttons, and takes the chosen one', async () => {
  const first = await bookPhone();
  const second = await bookPhone({ start_time: '20:00' });
  await club.deliver();
  await sendPicture();
  await club.deliver();
  const question = club.graph.sent.at(-1);
  expect(question).toMatchObject({
    type: 'interactive',
    text: expect.stringContaining('What is this receipt for?'),
  });
  expect(question?.choices.map(({ title }) => title)).toEqual([
    `Booking ${second.booking.id}`,
    `Booking ${first.booking.id}`,
  ]);
  expect([receipts(), (await list()).waiting]).toEqual([[], 1]);
  const reply = question?.choices[1];
  const choose = (from: string, button = reply) =>
    club.call(
      club.graph.receive(from, {
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: button },
      }),
    );
  // Another number cannot choose for it.
  await choose('923009999999');
  // Nor can this one choose a booking of another.
  const foreign = await club.book({ email: 'other@example.com', court_id: 2 });
  const forged = { id: `receipt 1 ${foreign.booking.id}`, title: 'Mine' };
  await club.call(
    club.graph.receive(PHONE, {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: forged },
    }),
  );
  await club.pictures();
  expect(receipts()).toEqual([]);
  // And nobody takes the picture of another number for a booking of their own.
  const own = await club.book({ email: 'own@example.com', start_time: '22:00', phone: '0300 9999999' });
  await write('Salam', '923009999999');
  const stolen = { id: `receipt 1 ${own.booking.id}`, title: 'Mine' };
  await club.call(
    club.graph.receive('923009999999', {
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: stolen },
    }),
  );
  await club.pictures();
  expect(receipts()).toEqual([]);
  await choose(PHONE);
  await choose(PHONE);
  await club.pictures();
  expect(receipts()).toMatchObject([{ booking_id: first.booking.id }]);
  // A picture pays once, whatever is pressed later.
  await choose(PHONE, question?.choices[0]);
  await club.pictures();
  expect(receipts()).toHaveLength(1);
});

test('a picture of a number that owes nothing waits for the reception, who can say whose receipt it is', async () => {
  const { booking } = await club.book({ email: 'other@example.com' });
  await sendPicture();
  expect([receipts(), (await list()).waiting]).toEqual([[], 1]);
  expect((await thread()).messages).toMatchObject([{ picture: 'waits' }]);
  const path = '/api/admin/conversations/pictures/1/receipt';
  expect((await club.post(path, { booking_id: booking.id }, club.admin)).status).toBe(200);
  await club.pictures();
  // The reception chose, and the number is not the customer's, so it proves nothing.
  expect(receipts()).toEqual([{ booking_id: booking.id, by_customer: 0 }]);
  expect((await club.post(path, { booking_id: booking.id }, club.admin)).status).toBe(409);
});

test('a paid booking and one whose receipt waits take no picture', async () => {
  const { booking } = await bookPhone();
  await club.put(`/api/admin/bookings/${booking.id}/status`, { status: 'paid' }, club.admin);
  await sendPicture();
  expect(receipts()).toEqual([]);
  const { booking: open } = await bookPhone({ start_time: '21:00' });
  await sendPicture();
  await sendPicture(PHONE, createPng(300, 300));
  expect(receipts()).toMatchObject([{ booking_id: open.id }]);
});

test.each([
  ['on another host', { url: 'http://127.0.0.1:1/steal' }, picture(), /another host/],
  ['of 100 MB', { size: 100 * 1024 * 1024 }, picture(), /too large/],
  ['that lies about its size', { size: 1000 }, Buffer.alloc(6 * 1024 * 1024, 1), /too large/],
  [
    'that is none',
    {},
    Buffer.from('GIF89a, but not really, and long enough to be taken for a file'.repeat(3)),
    /./,
  ],
  ['too small to read', {}, createPng(20, 20), /too small/],
])('a picture %s is refused in words, and the club stays as it is', async (_, over, bytes, reason) => {
  await bookPhone();
  await sendPicture(PHONE, bytes, over);
  expect(receipts()).toEqual([]);
  const [message] = (await thread()).messages;
  expect(message).toMatchObject({ picture: 'refused' });
  expect(message.text).toMatch(reason);
  expect((await list()).waiting).toBe(1);
  await club.pictures();
});

test('a picture that Meta no longer has is not requested again', async () => {
  await bookPhone();
  await club.call(club.graph.receive(PHONE, { type: 'image', image: { id: 'forgotten' } }));
  await club.pictures();
  expect((await thread()).messages).toMatchObject([
    { picture: 'refused', text: 'WhatsApp keeps the file no more' },
  ]);
});

test('a picture that cannot be read now is read once Meta answers again', async () => {
  await bookPhone();
  club.graph.state.fault = { status: 503, code: 2, message: 'down' };
  await sendPicture();
  expect((await thread()).messages).toMatchObject([{ picture: 'wanted' }]);
  club.graph.state.fault = null;
  await club.pictures();
  expect(receipts()).toHaveLength(1);
});

test('a question still waits when a receipt follows it', async () => {
  const { booking } = await bookPhone();
  await write('Is court 2 free at eight?');
  await sendPicture();
  expect([receipts(), (await list()).waiting]).toMatchObject([[{ booking_id: booking.id }], 1]);
});

test('a picture that cannot be read for a day waits for the reception', async () => {
  await bookPhone();
  club.graph.state.fault = { status: 503, code: 2, message: 'down' };
  await sendPicture();
  club.clock.now += 23 * HOUR;
  await club.pictures();
  expect([(await thread()).messages[0].picture, (await list()).waiting]).toEqual(['wanted', 0]);
  club.clock.now += 2 * HOUR;
  await club.pictures();
  expect([(await thread()).messages[0].picture, (await list()).waiting]).toEqual(['refused', 1]);
});

test.each([
  ['audio', 'a voice message'],
  ['sticker', 'a sticker'],
  ['document', 'a document'],
  ['unsupported', 'a message'],
])('%s says in words what cannot be shown', async (type, words) => {
  await club.call(club.graph.receive(PHONE, { type, [type]: { id: '1' } }));
  expect((await list()).conversations).toMatchObject([
    { last_text: `(${words} that cannot be shown here)`, waits: true },
  ]);
});

test('a like and a change of the number need no answer', async () => {
  const like = { message_id: 'wamid.1', emoji: '\u{1F44D}' };
  await club.call(club.graph.receive(PHONE, { type: 'reaction', reaction: like }));
  await club.call(club.graph.receive(PHONE, { type: 'system', system: { body: 'changed' } }));
  expect(await list()).toMatchObject({ conversations: [], waiting: 0 });
});

test('a number that never stops writing is heard 200 times a day', async () => {
  for (let index = 0; index < 210; index += 1)
    await club.post(
      '/api/whatsapp',
      ...signed(club.graph.receive(PHONE, { type: 'text', text: { body: `${index}` } })),
    );
  await club.schedule.runNow('whatsapp callbacks');
  expect(club.rows('SELECT 1 FROM conversation_message')).toHaveLength(200);
});
const signed = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  [body, headers] as const;

test('a chat goes with the person whose number nobody else has, with the answers in it', async () => {
  await bookPhone({ email: 'sana@example.com', payment_method: 'bank_transfer' });
  await club.book({ email: 'other@example.com', start_time: '20:00', phone: '0300 1112223' });
  await write('Hello from Sana');
  await write('Hello from somebody', '923001112223');
  await club.post('/api/admin/conversations/1/answer', { text: 'Hello Sana' }, club.admin);
  await club.post('/api/admin/conversations/2/answer', { text: 'Hello you' }, club.admin);
  await club.book({ email: 'third@example.com', court_id: 2, phone: '0300 1112223' });
  const erase = async (id: number, email: string) => {
    await club.put(`/api/admin/bookings/${id}/status`, { status: 'cancelled' }, club.admin);
    await club.post('/api/admin/personal-data', { email }, club.admin);
    const token = latestEmailToken(club, 'personal_data_link');
    expect((await club.post('/api/personal-data/delete', { token })).status).toBe(200);
  };
  await erase(1, 'sana@example.com');
  await erase(2, 'other@example.com');
  expect(club.rows('SELECT address FROM conversation')).toEqual([{ address: '+923001112223' }]);
  expect(club.rows("SELECT recipient FROM outbox WHERE kind = 'conversation.answer'")).toEqual([
    { recipient: '+923001112223' },
  ]);
});

test('an old conversation is forgotten after 90 days', async () => {
  await write('Hello');
  club.clock.now += 91 * 24 * HOUR;
  await club.schedule.runNow('old conversations');
  expect(club.rows('SELECT 1 FROM conversation_message')).toEqual([]);
});

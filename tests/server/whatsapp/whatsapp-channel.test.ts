import { afterEach, beforeEach, expect, test } from 'bun:test';
import { nameTemplate } from '../../../src/notifications/chat-form.ts';
import { Graph } from '../../../src/outbox/channels/graph.ts';
import { GRAPH_ERRORS, META } from '../../support/graph-server.ts';
import { createTestOutboxWorker } from '../../support/message-servers.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';
import { entryKeyHeader } from '../../support/waitlist-links.ts';
import { createWhatsappClub, HOUR, MINUTE, type WhatsappClub } from '../../support/whatsapp-club.ts';

let club: WhatsappClub;
beforeEach(async () => {
  club = await createWhatsappClub();
});
afterEach(() => club.close());

const brief = () => club.messages().map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
const RECEIVED = 'booking.received';

test('a customer who ticks WhatsApp reads the booking there, with the button to its page, and gets no email', async () => {
  const { booking, manage_url } = await club.book();
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} whatsapp sent`]);
  const [message] = club.graph.sent;
  expect(message).toMatchObject({ to: booking.phone.slice(1), type: 'template', link: manage_url });
  expect(message?.text).toContain(`Your booking number is ${booking.id}. To pay: PKR 5,000 by`);
  expect(club.gateway.requests).toEqual([]);
});

test('a customer who ticks nothing gets emails and nothing by WhatsApp', async () => {
  await club.book({ updates_by: [] });
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} email sent`]);
  expect(club.graph.sent).toEqual([]);
});

test('the consent stands with its time and its words, which name the club', async () => {
  await club.book({ sms_updates: true });
  const [row] = club.rows<{ consents: string }>('SELECT consents FROM payer');
  expect(JSON.parse(row?.consents ?? '')).toEqual({
    sms: { at: club.clock.now, words: 'Send me SMS updates about this booking' },
    whatsapp: {
      at: club.clock.now,
      words:
        'Updates by WhatsApp: Padel Club Faisalabad writes to this number about this booking. Answer STOP to end them.',
    },
  });
});

test('a member agrees to SMS and WhatsApp once, in the account, with time and words; what ends has an end', async () => {
  const { headers, id } = await club.signIn();
  const choose = async (body: object) =>
    (await club.put('/api/auth/preferences', body, headers)).json.preferences;
  const consents = () =>
    JSON.parse(
      club.rows<{ consents: string }>(`SELECT consents FROM user WHERE id = ${id}`)[0]?.consents ?? '',
    );
  const start = club.clock.now;
  const both = { sms_notifications: true, updates_by: ['whatsapp'] };
  expect(await choose({ ...both, updates_by: ['whatsapp', 'pigeon'] })).toMatchObject(both);
  const given = {
    sms: { at: start, words: 'SMS notifications' },
    whatsapp: {
      at: start,
      words:
        'Updates by WhatsApp: Padel Club Faisalabad writes to the phone number that you give when you book or buy. Answer STOP to end them.',
    },
  };
  expect(consents()).toEqual(given);
  club.clock.now += HOUR;
  expect(await choose({ default_duration: 90, ...both })).toMatchObject(both);
  expect(consents()).toEqual(given);
  await club.post('/api/book', bookingBody(), headers);
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} whatsapp sent`]);
  expect(await choose({ sms_notifications: false })).toMatchObject({ ...both, sms_notifications: false });
  expect(consents()).toEqual({ ...given, sms: { ...given.sms, ended: club.clock.now } });
  const [row] = club.rows<{ preferences: string }>(`SELECT preferences FROM user WHERE id = ${id}`);
  expect(row?.preferences).not.toContain('sms');
  const { phone } = club.rows<{ phone: string }>('SELECT phone FROM payer')[0] ?? { phone: '' };
  await club.call(club.graph.receive(phone.slice(1), { type: 'text', text: { body: 'STOP' } }));
  expect((await club.get('/api/auth/user', headers)).json.preferences.updates_by).toBeUndefined();
  expect(consents().whatsapp.ended).toBe(club.clock.now);
  club.clock.now += HOUR;
  await choose({ updates_by: ['whatsapp'] });
  expect(consents().whatsapp).toEqual({ ...given.whatsapp, at: club.clock.now });
});

test('a channel that the club does not offer is no consent', async () => {
  const { booking } = await club.book({ updates_by: ['whatsapp', 'pigeon'] });
  expect(booking).toMatchObject({ updates_by: ['whatsapp'], sms_updates: false });
  const [row] = club.rows<{ consents: string }>('SELECT consents FROM payer');
  expect(Object.keys(JSON.parse(row?.consents ?? ''))).toEqual(['whatsapp']);
});

test('who wants SMS too gets what has both forms by WhatsApp alone, and after a failure by email alone', async () => {
  const { booking } = await club.book({ sms_updates: true });
  await club.deliver();
  const deadline = Date.parse(club.findBooking(booking.id)?.pay_by ?? '');
  club.clock.now += (deadline - club.clock.now) / 2 + MINUTE;
  await club.schedule.runNow('release what is due');
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} whatsapp sent`, 'booking.payment_due whatsapp sent']);
  const reminder = club.graph.sent.at(-1);
  if (reminder) await club.call(club.graph.report(reminder, 'failed'));
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} whatsapp sent`, 'booking.payment_due email sent']);
  expect(club.gateway.requests).toEqual([]);
});

test('STOP ends the messages at once: those that wait and the next ones go by email', async () => {
  const { booking } = await club.book();
  const from = booking.phone.slice(1);
  await club.call(club.graph.receive(from, { type: 'text', text: { body: ' Stop. ' } }));
  await club.deliver();
  await club.deliver();
  expect(club.messages()).toMatchObject([
    { kind: RECEIVED, channel: 'email', passed_from: 'whatsapp', state: 'sent' },
    { kind: 'conversation.answer', channel: 'whatsapp', state: 'sent' },
  ]);
  expect(club.graph.sent.map(({ text }) => text)).toEqual([expect.stringContaining('no more updates here')]);
  const [row] = club.rows<{ consents: string }>('SELECT consents FROM payer');
  expect(JSON.parse(row?.consents ?? '').whatsapp.ended).toBe(club.clock.now);
  await club.put(`/api/admin/bookings/${booking.id}/status`, { status: 'paid' }, club.admin);
  await club.deliver();
  expect(brief().at(-1)).toBe('booking.paid email sent');
});

test.each(['STOP!', 'unsubscribe', 'Band karo', 'بند', 'Please stop by at eight'])(
  'who answers “%s” gets no more messages there only if it is the word alone',
  async (text) => {
    const { booking } = await club.book();
    await club.call(club.graph.receive(booking.phone.slice(1), { type: 'text', text: { body: text } }));
    const [row] = club.rows<{ consents: string }>('SELECT consents FROM payer');
    expect(JSON.parse(row?.consents ?? '').whatsapp.ended !== undefined).toBe(!text.startsWith('Please'));
  },
);

test('a template of other words, or with another button, is another template', () => {
  const chat = { text: 'Hello {{1}}.', examples: ['Ayesha'], button: 'Open', path: '/manage#' };
  const nameOf = (over: Partial<typeof chat>, url = 'https://padel.example') =>
    nameTemplate({ kind: 'booking.paid', chat: { ...chat, ...over } }, url).name;
  const names = [
    nameOf({}),
    nameOf({ text: 'Hi {{1}}.' }),
    nameOf({ button: 'See' }),
    nameOf({ path: '/pay#' }),
    nameOf({}, 'https://other.example'),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(nameOf({ examples: ['Bilal'] })).toBe(nameOf({}));
});

test('Meta may say how long to wait', async () => {
  const meta = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response('{}', { status: 503, headers: { 'retry-after': '120' } }),
  });
  try {
    const graph = new Graph({ ...META, graph_url: meta.url.href });
    const error = await graph.get('me', AbortSignal.timeout(10_000)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'unreachable', retryAfterMs: 120_000 });
  } finally {
    await meta.stop(true);
  }
});

test('templates are submitted as utility, expire before another channel takes over, and keep the rules of Meta', () => {
  const templates = [...club.graph.templates.values()];
  expect(templates.length).toBeGreaterThan(10);
  for (const { name, status, category, language, message_send_ttl_seconds, components } of templates) {
    expect([name, status, category, language]).toEqual([name, 'APPROVED', 'UTILITY', 'en']);
    expect(message_send_ttl_seconds).toBe(900);
    const [body, buttons] = components as unknown as [
      { text: string; example: { body_text: string[][] } },
      { buttons: { url: string }[] } | undefined,
    ];
    expect(new Set(body.text.match(/\{\{\d+\}\}/g)).size).toBe(body.example.body_text[0]?.length ?? 0);
    for (const { url } of buttons?.buttons ?? [])
      expect(url).toMatch(/^http:\/\/localhost:3000\/\w+#(?:offer=)?\{\{1\}\}$/);
  }
});

test('the same name in another language is no template of ours', async () => {
  for (const template of club.graph.templates.values()) template.language = 'ur';
  await club.syncTemplates();
  await club.book();
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} email sent`]);
});

test('without an approved template the message goes by email; an approval by callback changes that', async () => {
  const other = await createWhatsappClub({ approved: false });
  try {
    await other.book();
    await other.deliver();
    expect(other.messages()).toMatchObject([{ kind: RECEIVED, channel: 'email', state: 'sent' }]);
    const name = [...other.graph.templates.keys()].find((one) => one.startsWith('booking_received'));
    if (!name) throw new Error('no template');
    (other.graph.templates.get(name) as { status: string }).status = 'APPROVED';
    const event = {
      event: 'APPROVED',
      message_template_name: name,
      message_template_language: 'en',
      reason: 'NONE',
    };
    await other.call(other.graph.call('message_template_status_update', event));
    await other.book({ start_time: '20:00', email: 'second@example.com' });
    await other.deliver();
    expect(other.graph.sent).toHaveLength(1);
    const category = { message_template_name: name, previous_category: 'UTILITY', new_category: 'MARKETING' };
    await other.call(other.graph.call('template_category_update', category));
    await other.book({ start_time: '22:00', email: 'third@example.com' });
    await other.deliver();
    expect(other.graph.sent).toHaveLength(1);
    expect(other.messages().map(({ channel }) => channel)).toEqual(['email', 'whatsapp', 'email']);
    const { json } = await other.get('/api/admin/whatsapp', other.admin);
    expect(
      json.data.templates.find(({ label }: { label: string }) => label === 'Booking received'),
    ).toMatchObject({
      state: 'approved',
      category: 'marketing',
      usable: false,
    });
  } finally {
    await other.close();
  }
});

test('the owner reads why a template was rejected after its approval, and nothing once it is approved again', async () => {
  const [template] = club.graph.templates.values();
  if (!template) throw new Error('no template');
  const read = async () => {
    const { json } = await club.get('/api/admin/whatsapp', club.admin);
    return json.data.templates
      .filter(({ reason, usable }: { reason: string; usable: boolean }) => reason !== '' || !usable)
      .map(({ state, reason }: { state: string; reason: string }) => [state, reason]);
  };
  const shown = async () => {
    await club.syncTemplates();
    return read();
  };
  const shownAtOnce = async (event: string, reason: string) => {
    const change = { event, message_template_name: template.name, reason };
    await club.call(club.graph.call('message_template_status_update', change));
    return read();
  };
  expect(await shown()).toEqual([]);
  Object.assign(template, { status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' });
  expect(await shown()).toEqual([['rejected', 'INVALID_FORMAT']]);
  Object.assign(template, { status: 'APPROVED', rejected_reason: 'NONE' });
  expect(await shown()).toEqual([]);
  expect(await shownAtOnce('REJECTED', 'ABUSIVE_CONTENT')).toEqual([['rejected', 'ABUSIVE_CONTENT']]);
  expect(await shownAtOnce('APPROVED', 'NONE')).toEqual([]);
});

test('a template that was paused overnight costs no message', async () => {
  for (const template of club.graph.templates.values()) template.status = 'PAUSED';
  await club.book();
  await club.deliver();
  await club.deliver();
  expect(club.messages()).toMatchObject([{ channel: 'email', passed_from: 'whatsapp', state: 'sent' }]);
});

test.each([
  ['undeliverable', 0],
  ['expired', 21],
  ['limit', 21],
  ['down', 21],
  ['pair', 21],
] as const)('%s: the message goes on by email, once, after %d minutes', async (name, minutes) => {
  club.graph.state.fault = GRAPH_ERRORS[name];
  await club.book();
  await club.deliver();
  if (minutes > 0) {
    expect(club.messages()).toMatchObject([{ channel: 'whatsapp', state: 'queued' }]);
    club.clock.now += minutes * MINUTE;
    await club.unreported();
  }
  await club.deliver();
  club.graph.state.fault = null;
  club.clock.now += HOUR;
  await club.deliver();
  await club.unreported();
  expect(club.messages()).toMatchObject([{ channel: 'email', passed_from: 'whatsapp', state: 'sent' }]);
  expect(club.graph.sent).toEqual([]);
});

test('after STOP what waits for somebody without an email is withdrawn', async () => {
  const { booking } = await club.book();
  club.db.run("UPDATE payer SET email = ''");
  await club.call(club.graph.receive(booking.phone.slice(1), { type: 'text', text: { body: 'stop' } }));
  await club.deliver();
  await club.deliver();
  expect(club.messages()[0]).toMatchObject({
    channel: 'whatsapp',
    state: 'withdrawn',
    reason: 'the customer turned WhatsApp off',
  });
  expect(club.graph.sent.map(({ text }) => text)).toEqual([
    'You get no more updates here. To get them here again, tick the box with your next booking.',
  ]);
});

test('Meta answers nothing: the attempt ends, and the email takes over in time', async () => {
  club.graph.state.fault = 'slow';
  await club.book();
  const attempt = async () => {
    const options = { concurrency: 1, batchSize: 1, delayMs: 0, busyDelayMs: 0, timeoutMs: 100 };
    const worker = createTestOutboxWorker(club, { options });
    await worker.runOnce();
    await worker.stop();
  };
  await attempt();
  expect(club.messages()).toMatchObject([
    { channel: 'whatsapp', state: 'queued', reason: 'unreachable: no answer in time' },
  ]);
  club.clock.now += 21 * MINUTE;
  await attempt();
  club.clock.now += MINUTE;
  await club.deliver();
  expect(club.messages()).toMatchObject([{ channel: 'email', passed_from: 'whatsapp', state: 'sent' }]);
});

test('a number that the account no longer has raises an alarm, and the messages go by email in time', async () => {
  club.graph.state.isNumberGone = true;
  await club.syncTemplates();
  const { alarms } = (await club.get('/api/admin/inbox', club.admin)).json.data;
  expect(alarms).toMatchObject([{ text: expect.stringContaining('Nothing can be sent by WhatsApp') }]);
  await club.book();
  await club.deliver();
  expect(club.messages()).toMatchObject([{ channel: 'whatsapp', state: 'queued' }]);
  club.clock.now += 21 * MINUTE;
  await club.deliver();
  await club.deliver();
  expect(club.messages()).toMatchObject([{ channel: 'email', state: 'sent' }]);
});

test('messages that only WhatsApp could bring do not keep those behind them from the email', async () => {
  club.graph.state.fault = GRAPH_ERRORS.down;
  await club.call(club.graph.receive('923001112223', { type: 'text', text: { body: 'Hello' } }));
  for (let index = 0; index < 101; index += 1)
    await club.post('/api/admin/conversations/1/answer', { text: `Answer ${index}` }, club.admin);
  await club.book();
  club.clock.now += 21 * MINUTE;
  await club.unreported();
  expect(brief().at(-1)).toBe(`${RECEIVED} email queued`);
  expect(brief().filter((line) => line === 'conversation.answer whatsapp queued')).toHaveLength(101);
});

test('what goes on by email counts for the mailbox, however its address is written', async () => {
  club.graph.state.refusal = GRAPH_ERRORS.undeliverable;
  const addresses = ['sana.malik+a@gmail.com', 'sanamalik@gmail.com', 'SanaMalik+b@gmail.com'];
  for (const [index, email] of addresses.entries()) {
    const date = `2026-11-2${index + 2}`;
    await club.book({ email, date, phone: `0300 111222${index}` });
  }
  await club.deliver();
  const rows = club.rows<{ limit_key: string }>(
    "SELECT limit_key FROM outbox WHERE channel = 'email' AND audience = 'customer'",
  );
  expect(rows.map(({ limit_key }) => limit_key)).toEqual([
    'sanamalik@gmail.com',
    'sanamalik@gmail.com',
    'sanamalik@gmail.com',
  ]);
});

test('a message that Meta cannot take goes out there again once it can, within its time', async () => {
  club.graph.state.fault = GRAPH_ERRORS.expired;
  await club.book();
  await club.deliver();
  club.graph.state.fault = null;
  club.clock.now += 2 * MINUTE;
  await club.deliver();
  expect(club.messages()).toMatchObject([{ channel: 'whatsapp', passed_from: null, state: 'sent' }]);
  expect(club.graph.sent).toHaveLength(1);
});

test('a message whose answer was lost is not sent again when its report comes', async () => {
  club.graph.state.faults = ['lost'];
  await club.book();
  await club.deliver();
  expect(club.messages()).toMatchObject([{ channel: 'whatsapp', state: 'queued' }]);
  const [message] = club.graph.sent;
  if (!message) throw new Error('nothing was taken');
  await club.call(club.graph.report(message, 'delivered'));
  club.clock.now += HOUR;
  await club.deliver();
  await club.unreported();
  expect(club.graph.sent).toHaveLength(1);
  expect(club.messages()).toMatchObject([{ channel: 'whatsapp', passed_from: null, state: 'delivered' }]);
});

test('a report that is quicker than the answer about its message is not taken back by it', async () => {
  club.graph.state.onTaken = async (message) => {
    await club.call(club.graph.report(message, 'read'));
  };
  await club.book();
  await club.deliver();
  expect(brief()).toEqual([`${RECEIVED} whatsapp read`]);
});

test('reports come twice and in any order; what failed later goes on by email', async () => {
  await club.book();
  await club.book({ start_time: '20:00', email: 'second@example.com' });
  await club.deliver();
  const [first, second] = club.graph.sent;
  if (!first || !second) throw new Error('not sent');
  for (const status of ['read', 'delivered', 'sent', 'read', 'failed'] as const)
    await club.call(club.graph.report(first, status));
  for (let times = 0; times < 2; times += 1) await club.call(club.graph.report(second, 'failed'));
  expect(club.messages()).toMatchObject([
    { channel: 'whatsapp', state: 'read' },
    {
      channel: 'email',
      passed_from: 'whatsapp',
      state: 'queued',
      reason: 'WhatsApp: Message Undeliverable., 131026',
    },
  ]);
  await club.deliver();
  club.clock.now += HOUR;
  await club.unreported();
  expect(brief()).toEqual([`${RECEIVED} whatsapp read`, `${RECEIVED} email sent`]);
});

test('without any report in time the email takes over; a report after that changes nothing', async () => {
  await club.book();
  await club.deliver();
  club.clock.now += 19 * MINUTE;
  await club.unreported();
  expect(brief()).toEqual([`${RECEIVED} whatsapp sent`]);
  club.clock.now += 2 * MINUTE;
  await club.unreported();
  await club.deliver();
  const [message] = club.graph.sent;
  if (message) await club.call(club.graph.report(message, 'failed'));
  expect(club.messages()).toMatchObject([{ channel: 'email', passed_from: 'whatsapp', state: 'sent' }]);
});

test('a report about a message that went with its person changes nothing', async () => {
  await club.book();
  await club.deliver();
  await club.club.write((tx) => tx.db.run('DELETE FROM outbox'));
  const [message] = club.graph.sent;
  if (!message) throw new Error('not sent');
  const { status } = await club.call(club.graph.report(message, 'delivered'));
  expect([status, club.messages()]).toEqual([200, []]);
});

test('a number gets ten messages a day that strangers can cause; the rest goes by email', async () => {
  const { booking } = await club.book();
  const settle = club.db.prepare(
    `INSERT INTO outbox (key, kind, channel, audience, recipient, details, message_id, urgency, created_at, state,
       limit_key, settled_at) VALUES (?, 'offer.made', 'whatsapp', 'customer', ?, '{}', ?, 1, ?, 'sent', ?, ?)`,
  );
  const { now } = club.clock;
  for (let index = 0; index < 9; index += 1)
    settle.run(`k${index}`, booking.phone, `m${index}`, now, booking.phone, now);
  await club.book({ start_time: '20:00' });
  await club.deliver();
  expect(brief().filter((line) => line.startsWith(RECEIVED))).toEqual([
    `${RECEIVED} whatsapp sent`,
    `${RECEIVED} email sent`,
  ]);
  club.clock.now += 25 * HOUR;
  await club.book({ date: '2026-11-23' });
  await club.deliver();
  expect(brief().at(-1)).toBe(`${RECEIVED} whatsapp sent`);
});

test('whoever has just read about the booking in the chat is not reminded of it; whoever booked days ago is', async () => {
  await club.book({ date: '2026-11-20' });
  await club.book({ date: '2026-11-23', email: 'second@example.com', phone: '0300 2223334' });
  await club.deliver();
  const reminders = () => brief().filter((line) => line.startsWith('booking.reminder'));
  await club.schedule.runNow('reminders');
  expect(reminders()).toEqual([]);
  club.clock.now = Date.parse('2026-11-22T19:00:00+05:00');
  await club.schedule.runNow('reminders');
  await club.deliver();
  expect(reminders()).toEqual(['booking.reminder whatsapp sent']);
});

test('ours are found behind a hundred other templates of the account', async () => {
  const own = [...club.graph.templates];
  const [[, sample] = []] = own;
  if (!sample) throw new Error('no template');
  club.graph.templates.clear();
  for (let index = 0; index < 150; index += 1)
    club.graph.templates.set(`other_${index}`, { ...sample, name: `other_${index}` });
  for (const [name, template] of own) club.graph.templates.set(name, template);
  await club.syncTemplates();
  const { templates } = (await club.get('/api/admin/whatsapp', club.admin)).json.data;
  expect(templates.every(({ usable }: { usable: boolean }) => usable)).toBe(true);
});

test('health, metrics and To do say that WhatsApp does not work, and that it does again', async () => {
  const read = async () => {
    const health = await club.get('/api/health', club.admin);
    const metrics = await club.get('/api/metrics', club.admin);
    const inbox = await club.get('/api/admin/inbox', club.admin);
    return [
      health.json.warnings.includes('whatsapp_unavailable'),
      /^club_whatsapp_available (\d)/m.exec(metrics.text)?.[1],
      inbox.json.data.alarms.some(({ text }: { text: string }) => text.includes('by WhatsApp')),
    ];
  };
  expect(await read()).toEqual([false, '1', false]);
  club.graph.state.token = 'another';
  await club.syncTemplates();
  expect(await read()).toEqual([true, '0', true]);
  expect(club.logLines.join('\n')).not.toContain(META.token);
  club.graph.state.token = META.token;
  await club.syncTemplates();
  expect(await read()).toEqual([false, '1', false]);
});

test('the owner sends a test, with and without an approved template', async () => {
  const send = () => club.post('/api/admin/whatsapp/test', { phone: '0300 7654321' }, club.admin);
  expect((await send()).json).toEqual({ sent: true, answer: 'WhatsApp has taken the message.' });
  expect(club.graph.sent).toMatchObject([{ to: '923007654321', type: 'template' }]);
  for (const template of club.graph.templates.values()) template.status = 'PENDING';
  expect((await send()).json).toEqual({
    sent: false,
    answer: 'WhatsApp: More than 24 hours have passed since the customer last replied to this number, 131047',
  });
  club.graph.receive('923007654321', { type: 'text', text: { body: 'Hello' } });
  expect((await send()).json.sent).toBe(true);
});

test('a club without WhatsApp answers as before: no route, no box, no job', async () => {
  const plain = await createTestClub();
  try {
    expect((await plain.get('/api/whatsapp?hub.mode=subscribe')).status).toBe(404);
    expect((await plain.post('/api/whatsapp', '{}')).status).toBe(404);
    const page = await plain.get('/booking');
    expect(page.text).not.toContain('"channels"');
    const { json } = await plain.post('/api/book', bookingBody({ updates_by: ['whatsapp'] }));
    expect('updates_by' in json.booking).toBe(false);
    expect(plain.rows('SELECT consents FROM payer')).toEqual([{ consents: '{}' }]);
    const metrics = await plain.get('/api/metrics', (await plain.signIn({ is_admin: true })).headers);
    expect(metrics.text).not.toContain('whatsapp');
  } finally {
    await plain.close();
  }
});

test('whoever waits for a time gets its offer by WhatsApp, and after STOP the next one by email', async () => {
  const fill = async (start: string) => {
    const body = { court_id: 1, date: '2026-11-21', slots: [`${start}:00`, `${start}:30`], name: 'Omar' };
    return (await club.post('/api/admin/bookings', body, club.admin)).json.data.booking.id as number;
  };
  const free = (id: number) =>
    club.put(`/api/admin/bookings/${id}/status`, { status: 'cancelled', cancelled_by: 'club' }, club.admin);
  const wait = async (from: string, until: string, email: string) => {
    const entry = { date: '2026-11-21', from, until, duration: 60, court_id: 1, name: 'Sana Malik' };
    const contact = { email, phone: '0300 7654321', updates_by: ['whatsapp'] };
    const { json, status } = await club.post('/api/waitlist', { ...entry, ...contact });
    expect(status).toBe(201);
    await club.post(`/api/waitlist/${json.entry.id}/confirm`, {}, entryKeyHeader(club, json.entry.id));
  };
  const [first, second] = [await fill('18'), await fill('20')];
  await wait('18:00', '19:00', 'sana@example.com');
  await wait('20:00', '21:00', 'work@example.com');
  await free(first);
  await club.deliver();
  const offers = () => brief().filter((line) => line.startsWith('offer.made'));
  expect(offers()).toEqual(['offer.made whatsapp sent']);
  expect(club.graph.sent.at(-1)?.link).toMatch(/\/booking#offer=\d+\./);
  await club.call(club.graph.receive('923007654321', { type: 'text', text: { body: 'STOP' } }));
  // A person has one offer at a time.
  club.clock.now += 20 * MINUTE;
  await club.schedule.runNow('release what is due');
  await free(second);
  await club.deliver();
  expect(offers()).toEqual(['offer.made whatsapp sent', 'offer.made email sent']);
});

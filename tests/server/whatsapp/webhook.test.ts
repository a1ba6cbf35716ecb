import { afterAll, beforeAll, expect, test } from 'bun:test';
import { META } from '../../support/graph-server.ts';
import { createWhatsappClub, type WhatsappClub } from '../../support/whatsapp-club.ts';

let club: WhatsappClub;
beforeAll(async () => {
  club = await createWhatsappClub();
});
afterAll(() => club.close());

const callbacks = () => club.rows<{ n: number }>('SELECT count(*) AS n FROM whatsapp_callback')[0]?.n;
const texts = () =>
  club
    .rows<{ text: string }>('SELECT text FROM conversation_message WHERE from_club = 0')
    .map(({ text }) => text);
const hello = (text = 'Hello', id?: string) =>
  club.graph.receive('923111111111', { type: 'text', text: { body: text } }, id);

test('the challenge comes back for the verify token alone', async () => {
  const ask = (token: string, mode = 'subscribe') =>
    club.get(`/api/whatsapp?hub.mode=${mode}&hub.verify_token=${token}&hub.challenge=1158201444`);
  const { status, text, headers } = await ask(META.verify_token);
  expect([status, text, headers.get('content-type')]).toEqual([
    200,
    '1158201444',
    'text/plain; charset=utf-8',
  ]);
  expect((await ask('wrong')).status).toBe(403);
  expect((await ask('')).status).toBe(403);
  expect((await ask(META.verify_token, 'other')).status).toBe(403);
});

test('only a body that the app secret has signed byte by byte is taken', async () => {
  const { body, headers } = hello();
  const send = (sent: string, over: Record<string, string>) =>
    club.post('/api/whatsapp', sent, { ...headers, ...over });
  const spaced = body.replace('{', '{ ');
  for (const [sent, over] of [
    [spaced, {}],
    [body, { 'x-hub-signature-256': '' }],
    [body, { 'x-hub-signature-256': 'sha256=' }],
    [body, { 'x-hub-signature-256': headers['x-hub-signature-256'].replace('sha256=', 'sha1=') }],
    [body, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }],
  ] as const)
    expect((await send(sent, over)).status).toBe(403);
  const foreign = club.graph.call('messages', {}, { secret: 'another secret' });
  expect((await send(foreign.body, foreign.headers)).status).toBe(403);
  expect(callbacks()).toBe(0);
  expect((await send(body, {})).json).toEqual({ received: true });
  expect(callbacks()).toBe(1);
});

test('a call that comes again, from another account or number, or in another shape changes nothing', async () => {
  await club.schedule.runNow('whatsapp callbacks');
  const before = texts().length;
  await club.call(hello('Once', 'wamid.same'));
  await club.call(hello('Once', 'wamid.same'));
  const { body } = hello('Elsewhere');
  const value = JSON.parse(body).entry[0].changes[0].value;
  await club.call(club.graph.call('messages', value, { account: '1' }));
  await club.call(club.graph.call('messages', { ...value, metadata: { phone_number_id: '1' } }));
  await club.call(club.graph.call('messages', { statuses: [{}], messages: 'none' }));
  await club.call(club.graph.call('account_update', { event: 'PARTNER_ADDED' }));
  await club.call(
    club.graph.call('messages', { ...value, messages: [{ from: "'; DROP TABLE", id: 'x', type: 'text' }] }),
  );
  expect(texts().slice(before)).toEqual(['Once']);
  expect(callbacks()).toBe(0);
  expect(club.logLines.filter((line) => line.includes('"error"'))).toEqual([]);
});

test('each of several messages in one call has the name of its own sender', async () => {
  const { body } = hello('From the first');
  const value = JSON.parse(body).entry[0].changes[0].value;
  const [first] = value.messages;
  const second = { ...first, from: '923222222222', id: 'wamid.second' };
  const contacts = [
    { wa_id: '923222222222', profile: { name: 'Second' } },
    { wa_id: first.from, profile: { name: 'First' } },
  ];
  await club.call(club.graph.call('messages', { ...value, contacts, messages: [first, second] }));
  expect(
    club.rows(
      "SELECT name FROM conversation WHERE address IN ('+923111111111', '+923222222222') ORDER BY id",
    ),
  ).toEqual([{ name: 'First' }, { name: 'Second' }]);
});

test('a body that is not JSON is refused, and one that is too large is not read', async () => {
  const { headers } = hello();
  const signed = (body: string) => {
    const digest = new Bun.CryptoHasher('sha256', META.app_secret).update(body).digest('hex');
    return { ...headers, 'x-hub-signature-256': `sha256=${digest}` };
  };
  expect((await club.post('/api/whatsapp', '{"object":', signed('{"object":'))).status).toBe(400);
  const large = `"${'x'.repeat(3 * 1024 * 1024)}"`;
  expect((await club.post('/api/whatsapp', large, signed(large))).status).toBe(413);
});

test('a call that cannot be processed does not hold up those behind it', async () => {
  await club.club.write((tx) =>
    tx.db.query('INSERT INTO whatsapp_callback (body, created_at) VALUES (?, ?)').run('no JSON', tx.now),
  );
  const before = texts().length;
  await club.call(hello('Behind it'));
  expect(texts().slice(before)).toEqual(['Behind it']);
  expect(callbacks()).toBe(0);
});

test('10,000 calls at once are answered and processed, and leave one message each', async () => {
  const { id } = (await club.book()).booking;
  await club.deliver();
  const message = club.graph.sent.find(({ text }) => text.includes(`number is ${id}.`));
  if (!message) throw new Error('not sent');
  const call = club.graph.report(message, 'delivered');
  for (let batch = 0; batch < 100; batch += 1) {
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { status } = await club.post('/api/whatsapp', call.body, call.headers);
        expect(status).toBe(200);
      }),
    );
  }
  expect(callbacks()).toBe(10_000);
  await club.schedule.runNow('whatsapp callbacks');
  expect(callbacks()).toBe(0);
  expect(club.messages().find(({ state }) => state === 'delivered')).toBeDefined();
});

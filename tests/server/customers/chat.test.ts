/** What the reception's WhatsApp sentences are made of: staff read it, owners change it, and customers do neither. */
import { beforeAll, expect, test } from 'bun:test';
import { clubForTestFile } from '../../support/test-club.ts';

type Headers = Record<string, string>;
const club = clubForTestFile({
  env: { PUBLIC_URL: 'http://localhost' },
  toml: '[chat]\nhello = "Salam {name}, {club} here."',
});
let owner: Headers;
let staff: Headers;
let member: Headers;
beforeAll(async () => {
  owner = (await club.signIn({ email: 'owner@example.com', role: 'owner' })).headers;
  staff = (await club.signIn({ email: 'staff@example.com', role: 'staff' })).headers;
  member = (await club.signIn({ email: 'member@example.com' })).headers;
});

const PAY = 'chat.pay';
const change = (text: string, headers = owner) =>
  club.put('/api/admin/settings', { changes: { [PAY]: text } }, headers);
const readChat = async () => (await club.get('/api/admin/chat', staff)).json.data;

test('what an owner writes is what staff send next, with the account that counts now', async () => {
  const before = await readChat();
  expect(before.wording.hello).toBe('Salam {name}, {club} here.');
  const text = 'Salam {name}, {amount} {deadline}: {how}. JazakAllah!';
  expect((await change(text)).status).toBe(200);
  expect(await readChat()).toEqual({ ...before, wording: { ...before.wording, pay: text } });
  const iban = (await club.get('/api/admin/settings', owner)).json.data.values['bank.iban'];
  expect(before.bank.iban).toBe(iban);
  // Nobody's page becomes larger by it.
  expect((await club.get('/')).text).not.toContain('JazakAllah');
});

test.each([
  ['Pay now!', 'Please enter a text with {amount}, {deadline} and {how}.'],
  [
    '{amount} {deadline} {how}: http://localhost/manage#12.key',
    'Please enter a text without the link of a booking.',
  ],
])('%p is refused at its field', async (text, sentence) => {
  const { status, json } = await change(text);
  expect([status, json.failure?.fields ?? json.fields]).toEqual([422, { [PAY]: sentence }]);
});

test('staff change nothing, members and visitors read nothing', async () => {
  expect((await change('{amount} {deadline} {how}', staff)).status).toBe(403);
  expect((await club.get('/api/admin/chat', member)).status).toBe(403);
  expect((await club.get('/api/admin/chat')).status).toBe(401);
});

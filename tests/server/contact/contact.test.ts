import { expect, test } from 'bun:test';
import { clubForEachTest } from '../../support/test-club.ts';

const club = clubForEachTest();

const MESSAGE = {
  name: 'Ayesha Khan',
  email: 'ayesha@example.com',
  subject: 'lessons',
  message: 'Do you teach beginners on Sundays?',
};

function savedMessages() {
  return club.rows<Record<string, unknown>>('SELECT * FROM contact_message ORDER BY id');
}

test('A message is saved unchanged, and the club is notified', async () => {
  const events: unknown[] = [];
  club.club.onEventCommitted((event) => events.push(event));
  const answer = await club.post('/api/contact', { ...MESSAGE, message: '  Two lines,\nkept apart.  ' });
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    message: "Thank you for reaching out. We'll get back to you within 24 hours.",
  });
  const [row] = savedMessages();
  expect(row).toMatchObject({ ...MESSAGE, message: 'Two lines,\nkept apart.', created_at: club.clock.now });
  expect(events).toContainEqual({ kind: 'contact.received', message_id: row?.id });
});

test('The answer promises the hours that the owner has set', async () => {
  const { headers } = await club.signIn({ email: 'owner@example.com', is_admin: true });
  await club.put('/api/admin/settings', { changes: { 'policies.reply_hours': 48 } }, headers);
  expect((await club.post('/api/contact', MESSAGE)).json.message).toBe(
    "Thank you for reaching out. We'll get back to you within 48 hours.",
  );
});

test.each([
  [{ name: '   ' }, 'name', 'Please enter your name.'],
  [{ name: '\u{e0041}\u{e0042}' }, 'name', 'Please enter your name.'],
  [{ subject: '\u200d\u200c\u0301' }, 'subject', 'Please select a subject.'],
  [{ message: '\u200d\ufe0f'.repeat(20) }, 'message', 'Please enter your message.'],
  [{ email: '' }, 'email', 'Please enter your email address.'],
  [{ email: 'ayesha@' }, 'email', 'Please enter a valid email address.'],
  [{ subject: '' }, 'subject', 'Please select a subject.'],
  [{ message: ' ' }, 'message', 'Please enter your message.'],
  [
    { message: '  123456789   ' },
    'message',
    'Please enter a more detailed message (at least 10 characters).',
  ],
  [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
  [{ subject: 's'.repeat(201) }, 'subject', 'Subject must be at most 200 characters'],
  [{ name: 'A\nB' }, 'name', 'Please remove unusual characters.'],
])('With %j the answer names %s: %s', async (over, field, sentence) => {
  const answer = await club.post('/api/contact', { ...MESSAGE, ...over });
  expect(answer.status).toBe(422);
  expect(answer.json).toMatchObject({ error: sentence, reason: 'invalid', fields: { [field]: sentence } });
  expect(savedMessages()).toEqual([]);
});

test('The error is that of the first invalid field in the specified order, and every field has its own', async () => {
  const answer = await club.post('/api/contact', { name: '', email: '', subject: '', message: '' });
  expect(answer.json.error).toBe('Please enter your name.');
  expect(Object.keys(answer.json.fields)).toEqual(['name', 'email', 'subject', 'message']);
});

test('A subject of 200 characters and a message of exactly 10 pass', async () => {
  const answer = await club.post('/api/contact', {
    ...MESSAGE,
    subject: 's'.repeat(200),
    message: '1234567890',
  });
  expect(answer.status).toBe(201);
});

test('A bot that fills in the hidden field gets the usual answer, and nothing is saved', async () => {
  const answer = await club.post('/api/contact', { ...MESSAGE, website: 'https://spam.example' });
  expect(answer.status).toBe(201);
  expect(savedMessages()).toEqual([]);
});

test('Unknown fields, wrong types and other bodies are refused without an echo', async () => {
  const unknown = await club.post('/api/contact', { ...MESSAGE, is_admin: true });
  expect(unknown.status).toBe(422);
  const typed = await club.post('/api/contact', { ...MESSAGE, name: { $ne: 'secret-word' } });
  expect(typed.status).toBe(422);
  expect(typed.text).not.toContain('secret-word');
  const form = await club.post('/api/contact', 'name=A', { 'content-type': 'text/plain' });
  expect(form.status).toBe(415);
  expect(savedMessages()).toEqual([]);
});

test('The twenty-first message within ten minutes is refused, and accepted ten minutes later', async () => {
  for (let count = 0; count < 20; count++) {
    expect((await club.post('/api/contact', MESSAGE)).status).toBe(201);
  }
  const refused = await club.post('/api/contact', MESSAGE);
  expect(refused.status).toBe(429);
  expect(refused.json.reason).toBe('rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  club.clock.now += 10 * 60_000;
  expect((await club.post('/api/contact', MESSAGE)).status).toBe(201);
});

test('The log holds nothing that a visitor wrote', async () => {
  await club.post('/api/contact', MESSAGE);
  await club.post('/api/contact', { ...MESSAGE, message: 'short' });
  expect(club.logLines.join('')).not.toMatch(/Ayesha|ayesha@|beginners/);
});

test("Another site's page cannot write in a visitor's name", async () => {
  const answer = await club.post('/api/contact', MESSAGE, { 'sec-fetch-site': 'cross-site' });
  expect(answer.status).toBe(403);
  expect(savedMessages()).toEqual([]);
});

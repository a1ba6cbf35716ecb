import { afterEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import type { Email } from '../../../src/outbox/channels/channel.ts';
import { createFileTransport } from '../../../src/outbox/channels/email-transports.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';

const ENVELOPE = { id: 7, message_id: '0192@club.example', created_at: Date.parse('2026-11-20T12:00:00Z') };
const EMAIL: Email = {
  to: 'ayesha@example.com',
  reply_to: 'hello@club.example',
  subject: 'Booking 7 – پیڈل',
  text: 'Hello',
  html: '<p>Hello</p>',
};

const folder = makeTempDir();
afterEach(() => removeDirs(folder));

async function composed(email: Partial<Email>, from = '"Padel, Club — ایک" <desk@club.example>') {
  mkdirSync(folder, { recursive: true });
  const transport = createFileTransport(folder, () => from);
  await transport.send({ ...EMAIL, ...email }, ENVELOPE, new AbortController().signal);
  expect(readdirSync(folder)).toEqual(['2026-11-20-000007.eml']);
  const bytes = readFileSync(join(folder, '2026-11-20-000007.eml'));
  return { source: bytes.toString('latin1'), mail: await simpleParser(bytes) };
}

test('an email has the sender, one recipient, its Message-ID and the page that turns it off', async () => {
  const { mail } = await composed({ unsubscribe_url: 'https://club.example/account' });
  expect(mail.from?.value).toEqual([{ name: 'Padel, Club — ایک', address: 'desk@club.example' }]);
  expect(mail.replyTo?.text).toBe('hello@club.example');
  expect([mail.subject, mail.messageId, mail.date?.getTime()]).toEqual([
    EMAIL.subject,
    `<${ENVELOPE.message_id}>`,
    ENVELOPE.created_at,
  ]);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect<unknown>(mail.headers.get('list')).toEqual({ unsubscribe: { url: 'https://club.example/account' } });
});

test.each([
  ['Padel, Club <desk@club.example>', 'Padel, Club'],
  ['"Padel, Club" <desk@club.example>', 'Padel, Club'],
  ['Padel: the Club (DHA); Lahore <desk@club.example>', 'Padel: the Club (DHA); Lahore'],
  ['"The \\"Best\\" Club" <desk@club.example>', 'The "Best" Club'],
  ["D'Souza & Sons, کلب 👨‍👩‍👧‍👦 <desk@club.example>", "D'Souza & Sons, کلب 👨‍👩‍👧‍👦"],
  ['desk@club.example', ''],
])('the sender %s has one address and its whole name', async (from, name) => {
  const { mail } = await composed({}, from);
  expect(mail.from?.value).toEqual([{ name, address: 'desk@club.example' }]);
});

test.each(['"a, b"@example.com', '"a b"@example.com', 'x@exämple.com'])('%s is one address', async (to) => {
  const { mail } = await composed({ to });
  expect([mail.to].flat().flatMap((list) => list?.value ?? [])).toHaveLength(1);
});

test("a customer's words add no header and no part", async () => {
  const { source, mail } = await composed({
    subject: 'Hi\r\nBcc: thief@example.com',
    text: '.\r\n--=_mixed--\r\nFrom here',
  });
  expect(source).not.toMatch(/^Bcc:/im);
  expect(mail.bcc).toBeUndefined();
  expect(mail.text).toContain('--=_mixed--\nFrom here');
});

test.each(['PUBLISH', 'CANCEL'])('a calendar file says its method %s beside the type', async (method) => {
  const calendar = `BEGIN:VCALENDAR\r\nMETHOD:${method}\r\nEND:VCALENDAR\r\n`;
  const [file] = (await composed({ calendars: [calendar] })).mail.attachments;
  expect([file?.filename, file?.content.toString()]).toEqual(['booking.ics', calendar]);
  expect(file?.headers.get('content-type')).toMatchObject({ value: 'text/calendar', params: { method } });
});

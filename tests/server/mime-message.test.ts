import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Email } from '../../src/notifications/email-content.ts';
import { composeMime, parseSender } from '../../src/notifications/mime-message.ts';

const ENVELOPE = { id: 7, message_id: '0192@club.example', created_at: Date.parse('2026-11-20T12:00:00Z') };
const FROM_TEXT = '"Padel, Club — ایک" <desk@club.example>';

const FROM = parseSender(FROM_TEXT);

/** The same email as nodemailer composes it. */
function composeWithNodemailer(email: Email): Promise<Buffer> {
  return new MailComposer({
    from: FROM_TEXT,
    to: { name: '', address: email.to },
    ...(email.reply_to ? { replyTo: { name: '', address: email.reply_to } } : {}),
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${ENVELOPE.message_id}>`,
    date: new Date(ENVELOPE.created_at),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe_url ? { 'List-Unsubscribe': `<${email.unsubscribe_url}>` } : {}),
    },
    ...(email.calendar
      ? {
          attachments: [
            {
              filename: 'booking.ics',
              content: email.calendar,
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
            },
          ],
        }
      : {}),
  })
    .compile()
    .build();
}

/** What an email program shows; line ends are one character there. */
async function read(bytes: Buffer) {
  const mail = await simpleParser(bytes, { skipTextLinks: true, skipTextToHtml: true });
  const lines = (text: string | false | undefined) =>
    String(text ?? '')
      .replace(/\r\n?/g, '\n')
      .replace(/\n+$/, '');
  return {
    headers: [...mail.headers].filter(([name]) => name !== 'content-type'),
    text: lines(mail.text),
    html: lines(mail.html),
    attachments: mail.attachments.map(({ filename, contentType, contentDisposition, content, headers }) => ({
      ...{ filename, contentType, contentDisposition, content: content.toString() },
      type: headers.get('content-type'),
    })),
  };
}

const LINE = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    'From here',
    '.',
    '..dots',
    '--=_alternative',
    '--=_mixed--',
    '-- ',
    'a = b  ',
    'x'.repeat(1200),
  ),
);
// nodemailer leaves an empty part out.
const TEXT = fc.array(LINE, { maxLength: 12 }).map((lines) => ['Hello', ...lines].join('\n'));

test('an email reads the same as one that nodemailer composes, whatever its words', async () => {
  const email = fc.record(
    {
      to: fc.constantFrom('ayesha@example.com', '"a b"@example.com', 'x@exämple.com'),
      reply_to: fc.constant('hello@club.example'),
      subject: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 150 }),
      text: TEXT,
      html: TEXT,
      unsubscribe_url: fc.constant('https://club.example/account'),
      calendar: TEXT.map(
        (text) => `BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nX-TEXT:${text}\r\nEND:VCALENDAR\r\n`,
      ),
    },
    { requiredKeys: ['to', 'subject', 'text', 'html'] },
  );
  await fc.assert(
    fc.asyncProperty(email, async (one) => {
      const bytes = composeMime(one as Email, ENVELOPE, FROM).bytes;
      const body = bytes.toString('latin1').split('\r\n\r\n').slice(1).join('\r\n');
      expect(Math.max(...body.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
      expect(bytes.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(await read(bytes)).toEqual(await read(await composeWithNodemailer(one as Email)));
    }),
    { numRuns: 60 },
  );
});

test('the mail server gets the address of the recipient and of the sender', () => {
  const email: Email = { to: 'x@exämple.com', subject: 'S', text: 'T', html: 'H' };
  expect(composeMime(email, ENVELOPE, FROM).envelope).toEqual({
    from: 'desk@club.example',
    to: ['x@xn--exmple-cua.com'],
  });
});

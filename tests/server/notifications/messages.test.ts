import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { buildSettings, clubOf } from '../../../src/domain/owner-settings.ts';
import type { Message } from '../../../src/notifications/message.ts';
import { findMessage, MESSAGES } from '../../../src/notifications/messages/table.ts';
import { SAMPLE_BOOKING } from '../../../src/notifications/sample-data.ts';
import type { Content } from '../../../src/outbox/channels/channel.ts';
import { countSeptets, oneSegment, SEGMENT_SEPTETS } from '../../../src/outbox/channels/gsm-text.ts';
import { composeSample } from '../../support/message-samples.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';

const machine = { public_url: 'https://padelclub.example', text_messages: true, card_hold_minutes: 30 };
const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
const samples = MESSAGES.flatMap((message) =>
  Object.entries(message.samples).flatMap(([variant, sample]) =>
    (['full', 'short', 'chat'] as const)
      // Other players get nothing in short, and whoever is turned away only an email.
      .filter(
        (form) =>
          message[form] &&
          !(form === 'short' && sample.payer) &&
          !(form === 'chat' && sample.payer?.turned_away),
      )
      .map((form) => ({ message, variant, sample, form })),
  ),
);

test.each(samples)('$message.kind, $variant, is composed $form', ({ message, sample, form }) => {
  const composed = composeSample(message, sample, club, form);
  if (composed.action !== 'send') throw new Error(composed.action);
  expect(composed.form).toBe(form);
  expect(JSON.stringify(composed)).not.toMatch(/undefined|NaN|Invalid Date|\[object|[a-zA-Z]\.\. /);
  if (composed.form === 'chat' && 'template' in composed.chat) {
    const numbers = new Set(message.chat?.text.match(/\{\{\d+\}\}/g)).size;
    const { values, link } = composed.chat;
    expect([values.length, message.chat?.examples.length]).toEqual([numbers, numbers]);
    expect(values.filter((value) => value.trim() === '' || value.length > 200)).toEqual([]);
    expect(link !== '').toBe(message.chat?.button !== null);
  }
  if (composed.form === 'short')
    expect(countSeptets(oneSegment(composed.short.texts))).toBeLessThanOrEqual(SEGMENT_SEPTETS);
});

const AFTER_MIDNIGHT = { date: '2026-11-21', start_time: '00:30', duration: 60, slots: ['00:30', '01:00'] };

test.each(samples)(
  '$message.kind, $variant, $form: play after midnight is named by its night',
  ({ message, sample, form }) => {
    const night = {
      ...sample,
      booking: { ...sample.booking, ...AFTER_MIDNIGHT },
      offer: { ...sample.offer, ...AFTER_MIDNIGHT },
      entry: { ...sample.entry, from: '00:30' },
    };
    const composed = composeSample(message, night, club, form);
    if (composed.action !== 'send') throw new Error(composed.action);
    const text = textOf(composed, message).replace(/\s+/g, ' ');
    expect(text).not.toMatch(
      /(Date|received|time|[Uu]ntil [^:]+:\d\d PM|list for|you on|play on|playing on):? (Saturday,|Sunday)|Nov 21, 12:30 AM –(?<!night, Nov 21, 12:30 AM –)/,
    );
    if (text.includes('12:30 AM – 1:30 AM')) expect(text).toMatch(/Sat(urday)? night, Nov/);
  },
);

test('each message has a kind and a label of its own', () => {
  for (const message of MESSAGES) expect(findMessage(message.kind)).toBe(message);
  expect(new Set(MESSAGES.map(({ label }) => label)).size).toBe(MESSAGES.length);
});

/** What goes by email alone: files, links of others, and addresses that only an email can prove or warn. */
const BY_EMAIL_ALONE = [
  'booking.invoice',
  'booking.email_change',
  'booking.contact_corrected',
  'booking.bank_changed',
  'booking.links',
  'host.shares',
  'waitlist.received',
];

test('whoever reads chats alone misses nothing about play and money', () => {
  const withoutChat = MESSAGES.filter(({ audience, full, chat }) => audience === 'customer' && full && !chat);
  expect(withoutChat.map(({ kind }) => kind).sort()).toEqual(BY_EMAIL_ALONE.sort());
});

const balances = fc.constantFrom(0, 500, 5000, 12_500);
const states = fc
  .record({
    status: fc.constantFrom('pending', 'paid'),
    payment_method: fc.constantFrom('bank_transfer', 'cash', 'credit'),
    charge: balances,
    received: balances,
    pay_by: fc.constantFrom(null, '2026-11-21T06:00:00+05:00'),
    receipt_received: fc.boolean(),
  })
  .map(
    (given) =>
      ({
        ...given,
        computed_amount: given.charge,
        balance: given.charge - given.received,
        pay_by: given.status === 'pending' ? given.pay_by : null,
      }) as Partial<Booking>,
  );
function textOf(content: Content, { chat: template }: Message): string {
  if (content.form === 'full') return `${content.email.subject} ${content.email.text}`;
  if (content.form === 'short') return oneSegment(content.short.texts);
  const { chat } = content;
  if ('text' in chat) return chat.text;
  return (template?.text ?? '').replace(/\{\{(\d+)\}\}/g, (_, number) => chat.values[number - 1] ?? '');
}
/** The messages to the customer that say what is owed. */
const ABOUT_MONEY = ['booking.received', 'booking.paid', 'booking.moved', 'booking.soon', 'booking.reminder'];

test('in every state a message names the same sum as the page, and nothing that contradicts it', () => {
  fc.assert(
    fc.property(states, fc.constantFrom(...ABOUT_MONEY), fc.boolean(), (state, kind, byChat) => {
      const booking = { ...SAMPLE_BOOKING, ...state };
      const message = findMessage(kind);
      if (!message) throw new Error(`no message ${kind}`);
      const form = byChat && message.chat ? 'chat' : message.full ? 'full' : 'short';
      const composed = composeSample(message, { booking: state }, club, form);
      if (kind === 'booking.paid' && booking.status === 'pending') {
        expect(composed.action).toBe('withdraw');
        return;
      }
      if (composed.action !== 'send') throw new Error(composed.action);
      const text = textOf(composed, message).replace(/\s+/g, ' ');
      expect(text).not.toBe('');
      const isChecked = booking.receipt_received && booking.status === 'pending';
      if (booking.balance > 0) {
        expect(text).not.toMatch(
          /Everything is paid|booked and paid|is paid: see|Confirmed & Paid|No\. \d+\. Paid\.|payment is confirmed\./,
        );
        if (!isChecked) expect(text).toContain(formatPkr(booking.balance));
        if (!isChecked && composed.form === 'full' && booking.pay_by)
          expect(text).toContain(formatPayBy(booking.pay_by));
      } else {
        expect(text).not.toMatch(/to pay\.|[Pp]lease pay|Please send|[Ss]till to pay: PKR [1-9]/);
      }
      if (isChecked) expect(text).not.toMatch(/[Pp]lease pay|Please send/);
    }),
    { numRuns: 400 },
  );
});

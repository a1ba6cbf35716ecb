import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Booking } from '../../src/domain/booking.ts';
import { bookingLead, bookingTitle } from '../../src/domain/booking-heading.ts';
import { tellYou } from '../../src/domain/consent.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';

const NOW = Date.parse('2026-11-20T12:00:00+05:00');
const CHANNELS = { text_messages: true, channels: [{ id: 'whatsapp', label: 'WhatsApp' }] };
const RECEIPT = {
  ...{
    date: '2026-11-23',
    slots: ['18:00'],
    status: 'pending',
    payment_method: 'bank_transfer',
    pay_by: null,
  },
  charge: 5000,
  received: 0,
  balance: 5000,
  receipt_received: true,
  is_shared: false,
};
const money = fc.constantFrom(0, 1, 1250, 5000, 8000);
const bookings = fc
  .record({
    status: fc.constantFrom('pending', 'paid', 'cancelled'),
    payment_method: fc.constantFrom('bank_transfer', 'cash', 'credit', 'card'),
    charge: money,
    received: money,
    pay_by: fc.constantFrom(null, '2026-11-20T18:00:00+05:00'),
    released: fc.boolean(),
    receipt_received: fc.boolean(),
    is_shared: fc.boolean(),
  })
  .map(
    (given) =>
      ({
        ...given,
        id: 12,
        date: '2026-11-21',
        slots: ['18:00', '18:30'],
        released: given.released && given.status === 'cancelled',
        pay_by: given.status === 'pending' ? given.pay_by : null,
        balance: given.charge - given.received,
      }) as unknown as Booking,
  );

test('a page says what is owed and by when, and never that everything is paid while something is owed', () => {
  fc.assert(
    fc.property(bookings, (booking) => {
      const { status, balance, payment_method, receipt_received, pay_by } = booking;
      const text = `${bookingTitle(booking, NOW)}. ${bookingLead(booking, NOW)}`;
      const owes = balance > 0 && status !== 'cancelled';
      if (owes) expect(text).not.toMatch(/Everything is paid|is paid\./);
      // The club looks at the receipt, or the card page has the sum.
      const isPending = status === 'pending';
      const isChecked = isPending && receipt_received;
      const isOnCardPage = isPending && booking.received === 0 && payment_method === 'card';
      if (isChecked && owes) expect(text).not.toMatch(/Please (pay|send)/);
      if (owes && !isChecked && !isOnCardPage) expect(text).toContain(formatPkr(balance));
      if (pay_by !== null && owes && booking.received === 0 && payment_method !== 'card')
        expect(text).toContain(formatPayBy(pay_by, NOW));
      if (balance < 0 && status !== 'pending') expect(text).toContain(formatPkr(-balance));
    }),
    { numRuns: 1000 },
  );
});

test.each<[string, Parameters<typeof tellYou>]>([
  ['message you on WhatsApp', [{ email: 'a@example.com', updates_by: ['whatsapp'] }, CHANNELS]],
  ['message you on WhatsApp', [{ email: 'a@example.com' }, CHANNELS, { updates_by: ['whatsapp'] }]],
  ['email you', [{ email: 'a@example.com', updates_by: ['whatsapp'] }, { text_messages: true }]],
  ['email you', [{ email: 'a@example.com', sms_updates: true }, CHANNELS]],
  ['show it in your account', [{ email: 'a@example.com' }, CHANNELS, { email_notifications: false }]],
  ['text you', [{ email: '', sms_updates: true }, CHANNELS]],
  ['text you', [{ email: '' }, CHANNELS, { sms_notifications: true }]],
  ['call you', [{ email: '', sms_updates: true }, { text_messages: false }]],
  ['call you', [{ email: '' }, CHANNELS]],
  ['show it on your page', [{ email: 'a@example.com' }, { text_messages: false, no_mail: true }]],
  [
    'text you',
    [
      { email: 'a@example.com', sms_updates: true },
      { text_messages: true, no_mail: true },
    ],
  ],
  [
    'message you on WhatsApp',
    [
      { email: 'a@example.com', updates_by: ['whatsapp'] },
      { ...CHANNELS, no_mail: true },
    ],
  ],
])('a page says %p to whom that reaches', (words, [customer, club, account]) => {
  expect(tellYou(customer, club, account)).toBe(words);
  const waiting = { ...RECEIPT, ...customer } as Booking;
  expect(bookingLead(waiting, NOW, {}, words)).toBe(`We’ll check your receipt within 24 hours and ${words}.`);
});

test('a receipt is checked before play, however soon that is', () => {
  const tonight = { ...RECEIPT, date: '2026-11-20', slots: ['21:00', '21:30'], email: 'a@example.com' };
  const lead = (now: number) => bookingLead(tonight as Booking, now);
  expect(lead(NOW)).toBe('We’ll check your receipt before you play and email you.');
  expect(lead(NOW + 9 * 3_600_000)).toBe('We’ll check your receipt as soon as we can and email you.');
});

test('a page of a cancelled booking says whether the club cancelled it', () => {
  const cancelled = { ...RECEIPT, status: 'cancelled', receipt_received: false, balance: 0 } as Booking;
  expect(bookingLead(cancelled, NOW)).toBe('Your slot is no longer held.');
  expect(bookingLead(cancelled, NOW, { club_cancelled: { reason: '' } })).toBe(
    'We’re sorry, but we had to cancel your booking.',
  );
});

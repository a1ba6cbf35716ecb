/** The reception's WhatsApp sentences: which fit a state, and that they say what the booking says. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import * as v from 'valibot';
import type { AdminWaitlistEntry } from '../../src/domain/api/waitlist-routes.ts';
import type { Booking } from '../../src/domain/booking.ts';
import {
  CHAT_KINDS,
  CHAT_SENTENCES,
  type ChatClub,
  type ChatPayer,
  type ChatSubject,
  chatNumber,
  chatSentences,
  chatWording,
  sampleSentences,
} from '../../src/domain/chat-sentences.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import type { MoneyPart } from '../../src/domain/money-ways.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/owner-settings.ts';

const NOW = Date.parse('2026-11-20T12:00:00+05:00');
const PAY_BY = '2026-11-20T18:00:00+05:00';
const ACCOUNT = 'Smash Club, Meezan Bank, IBAN PK36 SCBL 0000 0011 2345 6702';
const CLUB: ChatClub = {
  name: 'Smash Club',
  phone: '+92 41 1234567',
  bank: { account_title: 'Smash Club', bank_name: 'Meezan Bank', iban: 'PK36SCBL0000001123456702' },
  wording: DEFAULT_SETTINGS.chat,
};
const BOOKING = {
  id: 12,
  payer_id: 30,
  name: 'Ayesha Khan',
  phone: '+923001234567',
  court_name: 'Court 1',
  date: '2026-11-21',
  start_time: '18:00',
  slots: ['18:00', '18:30'],
  status: 'pending',
  payment_method: 'bank_transfer',
  charge: 5000,
  received: 0,
  balance: 5000,
  pay_by: PAY_BY,
  released: false,
  receipt_received: false,
  is_shared: false,
} as unknown as Booking;
const PAID = { status: 'paid', received: 5000, balance: 0, pay_by: null } as const;
const CANCELLED = { ...PAID, status: 'cancelled' } as const;
const PLAYER: ChatPayer = {
  id: 31,
  position: 2,
  name: 'Bilal',
  state: 'joined',
  balance: 1250,
  payment_method: 'bank_transfer',
  hold_until: null,
  receipt_received: false,
};
const ENTRY = {
  name: 'Sana',
  phone: '+923001234567',
  offer: {
    court_name: 'Court 2',
    date: '2026-11-20',
    slots: ['20:00', '20:30'],
    state: 'open',
    expires_at: '2026-11-20T12:15:00+05:00',
  },
} as unknown as AdminWaitlistEntry;

const about = (
  changes: Partial<Booking>,
  rest: { payer?: ChatPayer; ways?: readonly MoneyPart[] } = {},
): ChatSubject => ({
  booking: { ...BOOKING, ...changes } as Booking,
  ...rest,
});
const kindsOf = (subject: ChatSubject, now = NOW): string[] =>
  chatSentences(subject, CLUB, now).map(({ kind }) => kind);
const first = (subject: ChatSubject, now = NOW) => chatSentences(subject, CLUB, now)[0]?.text;

describe('the sentences that fit a state', () => {
  test.each<[string, ChatSubject, string[], string]>([
    [
      'an unpaid transfer',
      about({}),
      ['pay', 'moved', 'about'],
      `Salam Ayesha Khan, please pay PKR 5,000 by Fri, Nov 20, 6 PM for your booking 12 on Sat, Nov 21, 6 PM – 7 PM: by bank transfer to ${ACCOUNT}, with the reference booking 12.`,
    ],
    [
      'cash without a deadline',
      about({ payment_method: 'cash', pay_by: null }),
      ['pay', 'moved', 'about'],
      'Salam Ayesha Khan, please pay PKR 5,000 before you play for your booking 12 on Sat, Nov 21, 6 PM – 7 PM: at the reception.',
    ],
    [
      'a receipt that is being checked',
      about({ receipt_received: true, pay_by: null }),
      ['moved', 'about'],
      'Salam Ayesha Khan, your booking 12 is now on Sat, Nov 21, 6 PM – 7 PM, Court 1.',
    ],
    [
      'a paid booking',
      about(PAID),
      ['confirmed', 'moved', 'about'],
      'Salam Ayesha Khan, your booking 12 is confirmed: Sat, Nov 21, 6 PM – 7 PM, Court 1. See you on court.',
    ],
    [
      'a paid booking that became dearer',
      about({ ...PAID, charge: 6000, balance: 1000, payment_method: 'cash', receipt_received: true }),
      ['pay', 'confirmed', 'moved', 'about'],
      'Salam Ayesha Khan, please pay PKR 1,000 before you play for your booking 12 on Sat, Nov 21, 6 PM – 7 PM: at the reception.',
    ],
    [
      'a paid booking that became cheaper',
      about({ ...PAID, charge: 4000, balance: -1000 }),
      ['refund', 'confirmed', 'moved', 'about'],
      'Salam Ayesha Khan, about your booking 12 on Sat, Nov 21, 6 PM – 7 PM: We will give you PKR 1,000 back.',
    ],
    [
      'a cancelled booking with money to give back in cash',
      about({ ...CANCELLED, charge: 2500, balance: -2500 }, { ways: [{ method: 'cash', amount: 2500 }] }),
      ['cancelled', 'about'],
      'Salam Ayesha Khan, your booking 12 on Sat, Nov 21, 6 PM – 7 PM is cancelled. We will give you PKR 2,500 back. You can collect it in cash at the reception.',
    ],
    [
      'a cancelled booking whose money came in two ways',
      about(
        { ...CANCELLED, charge: 0, balance: -5000 },
        {
          ways: [
            { method: 'cash', amount: 2000 },
            { method: 'bank_transfer', amount: 3000 },
          ],
        },
      ),
      ['cancelled', 'about'],
      'Salam Ayesha Khan, your booking 12 on Sat, Nov 21, 6 PM – 7 PM is cancelled. We will give you PKR 5,000 back. PKR 2,000: You can collect it in cash at the reception. PKR 3,000: A refund by bank transfer takes 2 to 5 business days.',
    ],
    [
      'a cancelled booking of which all is kept',
      about(CANCELLED),
      ['cancelled', 'about'],
      'Salam Ayesha Khan, your booking 12 on Sat, Nov 21, 6 PM – 7 PM is cancelled. Under our refund policy we keep PKR 5,000.',
    ],
    [
      'a released booking',
      about({ status: 'cancelled', charge: 0, balance: 0, released: true }),
      ['cancelled', 'about'],
      'Salam Ayesha Khan, your booking 12 on Sat, Nov 21, 6 PM – 7 PM is cancelled. You owe nothing.',
    ],
    [
      'a released booking with a late receipt',
      about({ status: 'cancelled', charge: 0, balance: 0, released: true, receipt_received: true }),
      ['cancelled', 'about'],
      'Salam Ayesha Khan, your booking 12 on Sat, Nov 21, 6 PM – 7 PM is cancelled. We are checking your receipt.',
    ],
    [
      'a card payment that the customer may still end',
      about({ payment_method: 'card' }),
      ['moved', 'about'],
      'Salam Ayesha Khan, your booking 12 is now on Sat, Nov 21, 6 PM – 7 PM, Court 1.',
    ],
    [
      'a shared booking whose own part is not known',
      about({ is_shared: true }),
      ['moved', 'about'],
      'Salam Ayesha Khan, your booking 12 is now on Sat, Nov 21, 6 PM – 7 PM, Court 1.',
    ],
    [
      'a share',
      about({ is_shared: true }, { payer: PLAYER }),
      ['pay', 'moved', 'about'],
      `Salam Bilal, please pay PKR 1,250 by Fri, Nov 20, 6 PM for your place on Sat, Nov 21, 6 PM – 7 PM: by bank transfer to ${ACCOUNT}, with the reference booking 12 share 31.`,
    ],
    [
      'a place of a match that is held',
      about({ is_shared: true, ...PAID }, { payer: { ...PLAYER, hold_until: '2026-11-20T12:30:00+05:00' } }),
      ['place', 'moved', 'about'],
      `Salam Bilal, we hold your place on Sat, Nov 21, 6 PM – 7 PM, Court 1. Please pay PKR 1,250 by Fri, Nov 20, 12:30 PM: by bank transfer to ${ACCOUNT}, with the reference booking 12 share 31.`,
    ],
    [
      'a player whose receipt waits',
      about({ is_shared: true, ...PAID }, { payer: { ...PLAYER, receipt_received: true } }),
      ['moved', 'about'],
      'Salam Bilal, your place is now on Sat, Nov 21, 6 PM – 7 PM, Court 1.',
    ],
    [
      'a player who waits for a place',
      about({ is_shared: true }, { payer: { ...PLAYER, state: 'waiting' } }),
      ['about'],
      'Salam Bilal, about your place on Sat, Nov 21, 6 PM – 7 PM:',
    ],
    [
      'a player who left with money',
      about(
        { is_shared: true },
        { payer: { ...PLAYER, state: 'left', balance: -1250 }, ways: [{ method: 'cash', amount: 1250 }] },
      ),
      ['refund', 'about'],
      'Salam Bilal, about your place on Sat, Nov 21, 6 PM – 7 PM: We will give you PKR 1,250 back. You can collect it in cash at the reception.',
    ],
    [
      'an offer',
      { entry: ENTRY },
      ['offer', 'hello'],
      'Salam Sana, Court 2 is free for you on Fri, Nov 20, 8 PM – 9 PM. We hold it until Fri, Nov 20, 12:15 PM. Reply here to take it, or use the link if we sent you one.',
    ],
    [
      'a customer who waits',
      { entry: { ...ENTRY, offer: null } },
      ['hello'],
      'Salam Sana, this is Smash Club.',
    ],
    ['an advertisement as a name', { name: 'win.example/now' }, ['hello'], 'Salam, this is Smash Club.'],
    ['a placeholder as a name', { name: '{club}' }, ['hello'], 'Salam {club}, this is Smash Club.'],
  ])('%s', (_, subject, kinds, sentence) => {
    expect([kindsOf(subject), first(subject)]).toEqual([kinds, sentence]);
  });

  test('after a deadline, an offer or play nothing asks for what is over', () => {
    const later = Date.parse(PAY_BY);
    expect(kindsOf(about({}), later)).toEqual(['moved', 'about']);
    expect(kindsOf({ entry: ENTRY }, later)).toEqual(['hello']);
    const played = Date.parse('2026-11-21T19:00:00+05:00');
    expect(kindsOf(about(PAID), played)).toEqual(['about']);
    expect(first(about({ payment_method: 'cash', pay_by: null }), played)).toContain('as soon as you can');
  });

  test('a club without a bank account sends nobody to one, and a start after midnight has its own date', () => {
    const bank = { ...CLUB.bank, iban: '' };
    const [pay] = chatSentences(about({ slots: ['00:30', '01:00'] }), { ...CLUB, bank }, NOW);
    expect(pay?.text).toContain('by bank transfer (call +92 41 1234567 for the account)');
    expect(pay?.text).toContain('Sat night, Nov 21 (on Sun, Nov 22), 12:30 AM – 1:30 AM');
    expect(pay?.text).not.toContain('IBAN');
  });
});

const money = fc.constantFrom(0, 1, 1250, 5000, 8000);
const deadline = fc.constantFrom(null, PAY_BY, '2026-11-20T11:00:00+05:00');
const KEY = 'kfjs83kd9sKEYkd83kx';
/** A booking as any answer may have it, with the keys that must never leave in a sentence. */
const bookings = fc
  .record({
    status: fc.constantFrom('pending', 'paid', 'cancelled'),
    payment_method: fc.constantFrom('bank_transfer', 'cash', 'credit', 'card'),
    charge: money,
    received: money,
    pay_by: deadline,
    receipt_received: fc.boolean(),
    is_shared: fc.boolean(),
    date: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21'),
    name: fc.constantFrom('Ayesha', '{amount}', `https://club.example/manage#12.${KEY}`),
  })
  .map((given) => ({
    ...BOOKING,
    ...given,
    balance: given.charge - given.received,
    manage_url: `https://club.example/manage#12.${KEY}`,
    provider_ref: KEY,
    payment_receipt: KEY,
  })) as unknown as fc.Arbitrary<Booking>;
const payers = fc.option(
  fc
    .record({
      position: fc.constantFrom(1, 2),
      state: fc.constantFrom('invited', 'joined', 'waiting', 'left'),
      balance: fc.constantFrom(-1250, 0, 1250, 5000),
      payment_method: fc.constantFrom(null, 'bank_transfer', 'cash', 'card'),
      hold_until: deadline,
      receipt_received: fc.boolean(),
    })
    .map((given) => ({ ...PLAYER, ...given, join_url: `https://club.example/manage#p31.${KEY}` })),
  { nil: undefined },
);

test('the sum and the deadline are the payer’s, nothing contradicts the state, and no key is in it', () => {
  fc.assert(
    fc.property(bookings, payers, (booking, payer) => {
      const sentences = chatSentences({ booking, ...(payer ? { payer } : {}) }, CLUB, NOW);
      expect(sentences.length).toBeWithin(1, 5);
      const kinds = sentences.map(({ kind }) => kind);
      const balance = payer?.balance ?? (booking.is_shared ? 0 : booking.balance);
      const isCancelled = booking.status === 'cancelled';
      const end = Date.parse(`${booking.date}T19:00:00+05:00`);
      for (const { kind, text } of sentences) {
        expect(text).not.toMatch(/KEY|manage|http|undefined|null/);
        // A sum that is asked for, and one that comes back, is the payer's.
        const asked = /please pay (PKR [\d,]+)/i.exec(text)?.[1];
        if (asked !== undefined) expect(asked).toBe(formatPkr(balance));
        const back = /give you (PKR [\d,]+) back/.exec(text)?.[1];
        if (back !== undefined) expect(back).toBe(formatPkr(-balance));
        expect(kind === 'pay' || kind === 'place').toBe(asked !== undefined);
      }
      if (kinds.includes('pay') || kinds.includes('place')) {
        expect([isCancelled, balance > 0]).toEqual([false, true]);
        expect(payer?.state ?? 'joined').not.toBeOneOf(['waiting', 'left']);
        const until = payer?.hold_until ?? (booking.status === 'pending' ? booking.pay_by : null);
        const text = sentences.find(({ kind }) => kind === 'pay' || kind === 'place')?.text ?? '';
        if (until !== null) expect(Date.parse(until)).toBeGreaterThan(NOW);
        if (until !== null) expect(text).toContain(`by ${formatPayBy(until)}`);
        else expect(text).not.toMatch(/ by (Mon|Tue|Wed|Thu|Fri|Sat|Sun)/);
      }
      if (isCancelled) expect(kinds).not.toContainAnyValues(['confirmed', 'moved']);
      else expect(kinds).not.toContain('cancelled');
      if (kinds.includes('confirmed')) expect([booking.status, end > NOW]).toEqual(['paid', true]);
      if (kinds.includes('moved')) expect([end > NOW, payer?.state ?? 'joined']).toEqual([true, 'joined']);
      if (kinds.includes('refund')) expect(balance).toBeLessThan(0);
      if (balance < 0 && isCancelled && (payer || !booking.is_shared))
        expect(sentences[0]?.text).toContain(`give you ${formatPkr(-balance)} back`);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['+923001234567', '923001234567'],
  ['0300 1234567', '923001234567'],
  ['0092 300 1234567', '923001234567'],
  ['+92 41 1234567', '92411234567'],
  ['+44 7700 900123', '447700900123'],
  ['+9230012345678', null],
  ['+92300123456', null],
  ['3001234567', null],
  ['12345', null],
  ['ayesha@example.com', null],
  ['', null],
])('the chat of %p is %p', (phone, number) => {
  expect(chatNumber(phone)).toBe(number);
});

describe('the club’s own wording', () => {
  test.each(CHAT_KINDS)(
    'the default wording of %s could be saved by an owner, and fills in everything',
    (kind) => {
      expect(v.is(chatWording(kind), CHAT_SENTENCES[kind].wording)).toBe(true);
      const sample = sampleSentences(CLUB).find((sentence) => sentence.kind === kind);
      expect(sample?.text).not.toMatch(/[{}]/);
    },
  );

  test.each([
    ['Pay us, {name}!', 'a text with {amount}, {deadline} and {how}'],
    ['Pay {amount} {deadline} {how} {iban}', /^a text with no other braces than \{name\}, /],
    ['Pay {amount} {deadline} {how}: https://club.example/manage#12.key', /link of a booking/],
    [' ', 'a text that is not empty'],
  ])('%p is refused', (text, message) => {
    const result = v.safeParse(chatWording('pay'), text);
    const said = result.success ? '' : result.issues[0].message;
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  test('it is what the chat says', () => {
    const wording = { ...CLUB.wording, pay: '{amount} chahiye {deadline}, {name} ({how})' };
    const [pay] = chatSentences(about({ payment_method: 'cash' }), { ...CLUB, wording }, NOW);
    expect(pay?.text).toBe('PKR 5,000 chahiye by Fri, Nov 20, 6 PM, Ayesha Khan (at the reception)');
  });
});

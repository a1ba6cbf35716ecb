import { expect, test } from 'bun:test';
import type * as v from 'valibot';
import { addOnOrderSchema, addOnSchema } from '../../src/domain/add-on-schemas.ts';
import {
  addOnChangeSchema,
  closureSchema,
  itemReceiptRejectionSchema,
  releaseUnpaidSchema,
} from '../../src/domain/admin-inputs.ts';
import { bookingRequestSchema, guestSchema } from '../../src/domain/booking.ts';
import { calendarExceptionSchema, calendarSchema, dayRuleSchema } from '../../src/domain/calendar.ts';
import { closingSchema, closingSpanSchema } from '../../src/domain/closing.ts';
import { contactSchema } from '../../src/domain/contact-form.ts';
import { courtEditSchema, courtOrderSchema, newCourtSchema } from '../../src/domain/court-schemas.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import {
  closeShiftSchema,
  entryRequestSchema,
  openShiftSchema,
  reverseSchema,
  statusMoneyEntries,
  topUpSchema,
} from '../../src/domain/ledger.ts';
import { joinMatchSchema, openMatchSchema } from '../../src/domain/match.ts';
import { leaveSchema, payShareSchema, splitSchema } from '../../src/domain/payer.ts';
import {
  endPurchaseSchema,
  extendPurchaseSchema,
  friendsSchema,
  planSchema,
  planTermsSchema,
} from '../../src/domain/plan-schemas.ts';
import { codeCheckSchema, promoCodeSchema } from '../../src/domain/promo-code-schemas.ts';
import { contactCorrectionSchema, refundAccountSchema } from '../../src/domain/self-service.ts';
import {
  seriesDeclineSchema,
  seriesPaymentSchema,
  seriesPreviewSchema,
  seriesRequestSchema,
} from '../../src/domain/series-input.ts';
import { validate } from '../../src/domain/validate.ts';
import { waitlistInputSchema } from '../../src/domain/waitlist.ts';
import { walkInSchema } from '../../src/domain/walk-in.ts';

const entry = { amount: 1, method: 'cash' };
const hours = [{ opens: '07:00', closes: '04:00' }];
const band = { from: '07:00', until: '04:00', tier: 'peak', discount: 0 };
const day = { open: true, hours, bands: [band] };
const exception = {
  reason: 'Eid',
  from: '2026-12-01',
  to: '2026-12-01',
  weekdays: ['tuesday'],
  rank: 0,
  day: { open: false },
};
const court = { name: 'Court 9' };
const series = {
  court_id: 1,
  start_time: '18:00',
  half_hours: 2,
  weekday: 'tuesday',
  from: '2026-12-01',
  count: 1,
};
const request = {
  court_id: 1,
  start_time: '18:00',
  half_hours: 2,
  from: '2026-12-01',
  dates: 1,
};
const wish = {
  ...{
    date: '2026-12-01',
    from: '18:00',
    until: '23:00',
    duration: 60,
    name: 'Ayesha',
    phone: '0300 1234567',
  },
};
const decision = { date: '2026-12-01', to: null };
const anywhere = { tiers: null, courts: null, weekdays: null };
const discount = { ...anywhere, percent: null, amount_off: null };
const terms = {
  ...{ price: 0, months: 1, days: null, hours: 1, hours_for: anywhere, discounts: [] },
  ...{ days_ahead: null, cancel_hours: null, add_ons: [], events_percent: null, with_codes: false },
};
const pack = { ...terms, months: null, days: 30 };
const guest = { name: 'Ayesha', email: 'ayesha@example.com', phone: '0300 1234567' };
const play = { court_id: 1, date: '2026-12-01', start_time: '18:00', payment_method: 'cash', ...guest };
const share = { method: 'cash', amount: 0 };
const code = { name: 'Ramadan', code: 'RAMADAN', percent: 1 };
const codeCheck = { code: 'RAMADAN', date: '2026-12-01', start_time: '18:00' };
const addOn = { name: 'Racket', price: 0, unit: 'booking' };
const walkIn = { court_id: 1, date: '2026-12-01', slots: ['18:00', '18:30'], name: 'Ayesha' };
const closure = { court_id: 1, date: '2026-12-01', slots: ['18:00'], reason: 'Rain' };
const span = {
  court_ids: [1],
  first_day: '2026-12-01',
  last_day: '2026-12-01',
  from: '18:00',
  until: '20:00',
};
const closing = { ...span, reason: 'Rain' };
const message = { name: guest.name, email: guest.email, subject: 'general', message: 'x'.repeat(10) };
const refund = { title: 'Ayesha', account: '03001234567' };
const text = (length: number) => (length < 0 ? null : 'x'.repeat(length));
const list = (length: number, one: unknown) => (length < 0 ? null : Array(length).fill(one));
const numbers = (length: number) => (length < 0 ? null : Array.from({ length }, (_, at) => at + 1));
const digits = (length: number) => '0'.repeat(length);
/** A valid address of that length, from six characters on. */
const email = (length: number) => {
  const name = 'b'.repeat(length - 5).replaceAll(/b{30}b(?=b)/g, `${'b'.repeat(30)}.`);
  return `a@${name}.pk`;
};
const addOns = (length: number) =>
  length < 0 ? null : Array.from({ length }, (_, at) => ({ id: at + 1, quantity: 1 }));
const december = (day: number) => `2026-12-${String(day).padStart(2, '0')}`;

type Schema = v.GenericSchema;
/** A size without a limit. */
const ANY = Number.MAX_SAFE_INTEGER;
/** What stands around the field, how a value of a size looks, the least and the largest size. */
const LIMITS: [name: string, schema: Schema, of: (size: number) => unknown, least: number, most: number][] = [
  ['a payment', entryRequestSchema, (amount) => ({ ...entry, amount }), 1, 10_000_000],
  ['its reference', entryRequestSchema, (size) => ({ ...entry, reference: text(size) }), 0, 200],
  ['its note', entryRequestSchema, (size) => ({ ...entry, note: text(size) }), 0, 200],
  ['the reason of an undone entry', reverseSchema, (size) => ({ reason: text(size) }), 1, 200],
  ['what the club keeps', statusMoneyEntries.keep, (keep) => keep, 0, 10_000_000],
  ['credit that is sold', topUpSchema, (paid) => ({ method: 'cash', paid, credit: 1 }), 1, 10_000_000],
  ['credit with its bonus', topUpSchema, (credit) => ({ method: 'cash', paid: 1, credit }), 1, 10_000_000],
  ['the float of a shift', openShiftSchema, (float) => ({ float }), 0, 10_000_000],
  ['what is counted', closeShiftSchema, (counted) => ({ counted }), 0, 10_000_000],
  ['the opening hours of a day', dayRuleSchema, (size) => ({ ...day, hours: list(size, hours[0]) }), 0, 12],
  ['the price bands of a day', dayRuleSchema, (size) => ({ ...day, bands: list(size, band) }), 0, 48],
  [
    'a discount',
    dayRuleSchema,
    (discount) => ({ ...day, bands: [{ ...band, discount }] }),
    -1_000_000,
    1_000_000,
  ],
  [
    'the reason of an exception',
    calendarExceptionSchema,
    (size) => ({ ...exception, reason: text(size) }),
    1,
    80,
  ],
  ['its rank', calendarExceptionSchema, (rank) => ({ ...exception, rank }), 0, 9],
  [
    'its weekdays',
    calendarExceptionSchema,
    (size) => ({ ...exception, weekdays: list(size, 'friday') }),
    1,
    7,
  ],
  [
    'the exceptions of a calendar',
    calendarSchema,
    (size) => ({ ...DEFAULT_CALENDAR, exceptions: list(size, exception) }),
    0,
    200,
  ],
  ['the name of a court', newCourtSchema, (size) => ({ name: text(size) }), 1, 100],
  ['its description', courtEditSchema, (size) => ({ description: text(size) }), 0, 1000],
  ['its rate', newCourtSchema, (hourly_rate) => ({ ...court, hourly_rate }), 0, 1_000_000],
  ['its features', courtEditSchema, (size) => ({ features: list(size, 'Glass') }), 0, 12],
  ['a feature', courtEditSchema, (size) => ({ features: [text(size)] }), 1, 60],
  ['the courts of an order', courtOrderSchema, (size) => ({ courts: numbers(size) }), 0, 50],
  ['the dates of a series', seriesPreviewSchema, (count) => ({ ...series, count }), 1, 26],
  ['the weeks between them', seriesPreviewSchema, (every_weeks) => ({ ...series, every_weeks }), 1, 4],
  ['their half-hours', seriesPreviewSchema, (half_hours) => ({ ...series, half_hours }), 2, 16],
  [
    'decisions about them',
    seriesPreviewSchema,
    (size) => ({ ...series, decisions: list(size, decision) }),
    0,
    60,
  ],
  [
    'dates that are paid together',
    seriesPaymentSchema,
    (size) => ({ method: 'cash', booking_ids: numbers(size) }),
    1,
    26,
  ],
  ['why a series is declined', seriesDeclineSchema, (size) => ({ reason: text(size) }), 1, 200],
  ['the note of a request', seriesRequestSchema, (size) => ({ ...request, note: text(size) }), 0, 500],
  ['the dates of a request', seriesRequestSchema, (dates) => ({ ...request, dates }), 1, 26],
  ['the name of a plan', planSchema, (size) => ({ kind: 'plan', name: text(size), terms }), 1, 60],
  ['its price', planTermsSchema, (price) => ({ ...terms, price }), 0, 10_000_000],
  ['its hours', planTermsSchema, (hours) => ({ ...terms, hours }), 0, 500],
  ['its days', planTermsSchema, (days) => ({ ...pack, days }), 1, 730],
  ['its friends', planTermsSchema, (friends) => ({ ...pack, friends }), 0, 5],
  ['the friends of a plan', planTermsSchema, (friends) => ({ ...terms, friends }), 0, 0],
  [
    'the courts of its hours',
    planTermsSchema,
    (size) => ({ ...terms, hours_for: { ...anywhere, courts: numbers(size) } }),
    1,
    100,
  ],
  [
    'its discounts',
    planTermsSchema,
    (size) => ({ ...terms, discounts: list(size, { ...discount, percent: 1 }) }),
    0,
    6,
  ],
  [
    'a percentage off',
    planTermsSchema,
    (percent) => ({ ...terms, discounts: [{ ...discount, percent }] }),
    1,
    100,
  ],
  [
    'rupees off',
    planTermsSchema,
    (amount_off) => ({ ...terms, discounts: [{ ...discount, amount_off }] }),
    1,
    1_000_000,
  ],
  ['its days ahead', planTermsSchema, (days_ahead) => ({ ...terms, days_ahead }), 1, 365],
  ['its hours to cancel', planTermsSchema, (cancel_hours) => ({ ...terms, cancel_hours }), 0, 24],
  [
    'its add-ons',
    planTermsSchema,
    (size) => ({ ...terms, add_ons: list(size, { id: 1, percent: 1 }) }),
    0,
    50,
  ],
  [
    'a percentage off an add-on',
    planTermsSchema,
    (percent) => ({ ...terms, add_ons: [{ id: 1, percent }] }),
    1,
    100,
  ],
  ['a percentage off events', planTermsSchema, (events_percent) => ({ ...terms, events_percent }), 1, 100],
  [
    'friends who are named',
    friendsSchema,
    (size) => ({ version: 1, emails: list(size, 'a@example.com') }),
    0,
    5,
  ],
  ['days of an extension', extendPurchaseSchema, (days) => ({ version: 1, reason: 'Rain', days }), 1, 365],
  ['its reason', extendPurchaseSchema, (size) => ({ version: 1, days: 1, reason: text(size) }), 1, 200],
  [
    'the refund of a plan that ends',
    endPurchaseSchema,
    (amount_back) => ({ version: 1, reason: 'Moves away', amount_back }),
    0,
    10_000_000,
  ],
  ['the name of a customer', guestSchema, (size) => ({ ...guest, name: text(size) }), 2, 100],
  ['their email', guestSchema, (size) => ({ ...guest, email: email(size) }), 6, 255],
  ['their phone', guestSchema, (size) => ({ ...guest, phone: digits(size) }), 10, 20],
  [
    'the slots of a booking',
    bookingRequestSchema,
    (size) => ({ ...play, slots: list(size, '18:00') }),
    0,
    48,
  ],
  ['the price that was seen', bookingRequestSchema, (amount) => ({ ...play, amount }), 0, ANY],
  ['its code', bookingRequestSchema, (size) => ({ ...play, code: text(size) }), 1, 60],
  ['the link of its offer', bookingRequestSchema, (size) => ({ ...play, offer: text(size) }), 0, 100],
  ['its channels', bookingRequestSchema, (size) => ({ ...play, updates_by: list(size, 'sms') }), 0, 5],
  ['a channel', bookingRequestSchema, (size) => ({ ...play, updates_by: [text(size)] }), 0, 20],
  ['its add-ons', bookingRequestSchema, (size) => ({ ...play, add_ons: addOns(size) }), 0, 20],
  ['of one add-on', addOnChangeSchema, (quantity) => ({ add_ons: [{ id: 1, quantity }] }), 1, 20],
  ['the offers a walk-in ends', walkInSchema, (size) => ({ ...walkIn, ends_offers: numbers(size) }), 0, 20],
  [
    'its payment',
    walkInSchema,
    (amount) => ({ ...walkIn, payment: { amount, method: 'cash' } }),
    1,
    10_000_000,
  ],
  ['the slots of a closure', closureSchema, (size) => ({ ...closure, slots: list(size, '18:00') }), 1, 48],
  ['its reason', closureSchema, (size) => ({ ...closure, reason: text(size) }), 1, 200],
  ['the courts that close', closingSpanSchema, (size) => ({ ...span, court_ids: numbers(size) }), 1, 50],
  ['the days they close', closingSpanSchema, (day) => ({ ...span, last_day: december(day) }), 1, 31],
  ['why they close', closingSchema, (size) => ({ ...closing, reason: text(size) }), 1, 200],
  ['the note about it', closingSchema, (size) => ({ ...closing, note: text(size) }), 0, 300],
  ['bookings that stay', closingSchema, (size) => ({ ...closing, leave: numbers(size) }), 0, 500],
  ['bookings to release', releaseUnpaidSchema, (size) => ({ booking_ids: numbers(size) }), 1, 500],
  ['why a receipt is rejected', itemReceiptRejectionSchema, (size) => ({ reason: text(size) }), 1, 200],
  ['the name on an account', refundAccountSchema, (size) => ({ ...refund, title: text(size) }), 2, 100],
  ['the number of a wallet', refundAccountSchema, (size) => ({ ...refund, account: digits(size) }), 10, 15],
  [
    'the key of a correction',
    contactCorrectionSchema,
    (size) => ({ email: guest.email, contact_key: text(size) }),
    0,
    1000,
  ],
  ['the players of a split', splitSchema, (size) => ({ payers: list(size, {}) }), 0, 3],
  ['the share of one', splitSchema, (charge) => ({ payers: [{ charge }] }), 1, 10_000_000],
  ['a share that was seen', payShareSchema, (amount) => ({ ...share, amount }), 0, ANY],
  ['why a player is removed', leaveSchema, (size) => ({ reason: text(size) }), 0, 200],
  ['the places of a match', openMatchSchema, (places) => ({ places }), 1, 3],
  ['its text', openMatchSchema, (size) => ({ places: 1, text: text(size) }), 0, 200],
  ['the name of a player', joinMatchSchema, (size) => ({ ...guest, name: text(size) }), 2, 100],
  ['a code', promoCodeSchema, (size) => ({ ...code, code: text(size) }), 3, 30],
  ['the name of a code', promoCodeSchema, (size) => ({ ...code, name: text(size) }), 1, 60],
  ['its percentage', promoCodeSchema, (percent) => ({ ...code, percent }), 1, 100],
  [
    'the amount it takes off',
    promoCodeSchema,
    (amount_off) => ({ ...code, percent: null, amount_off }),
    1,
    1_000_000,
  ],
  ['its uses', promoCodeSchema, (max_uses) => ({ ...code, max_uses }), 1, 1_000_000],
  [
    'the email a code is checked for',
    codeCheckSchema,
    (size) => ({ ...codeCheck, email: text(size) }),
    0,
    255,
  ],
  [
    'the phone a code is checked for',
    codeCheckSchema,
    (size) => ({ ...codeCheck, phone: text(size) }),
    0,
    20,
  ],
  ['the name of an add-on', addOnSchema, (size) => ({ ...addOn, name: text(size) }), 1, 60],
  ['its price', addOnSchema, (price) => ({ ...addOn, price }), 0, 1_000_000],
  ['of it at one time', addOnSchema, (max_at_once) => ({ ...addOn, max_at_once }), 1, 1000],
  ['the order of add-ons', addOnOrderSchema, (size) => ({ add_ons: numbers(size) }), 0, 20],
  ['the name in a message', contactSchema, (size) => ({ ...message, name: text(size) }), 2, 100],
  ['its email', contactSchema, (size) => ({ ...message, email: email(size) }), 6, 255],
  ['its subject', contactSchema, (size) => ({ ...message, subject: text(size) }), 1, 200],
  ['the text of a message', contactSchema, (size) => ({ ...message, message: text(size) }), 10, 5000],
  ['half-hours to wait for', waitlistInputSchema, (size) => ({ ...wish, duration: size * 30 }), 2, 8],
];

/** The numbers that stand in the messages about an input. */
function numbersIn(schema: Schema, input: unknown): number[] {
  const result = validate(schema, input);
  const messages = result.ok ? [] : Object.values(result.fields);
  return messages.flatMap((text) =>
    [...text.matchAll(/-?\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', ''))),
  );
}

test.each(LIMITS)(
  '%s has a smallest and a largest size, which its message gives',
  (_, schema, of, least, most) => {
    const takes = (size: number) => validate(schema, of(size)).ok;
    const sizes = [least - 1, least, most, ...(most === ANY ? [] : [most + 1])];
    expect(sizes.map((size) => [size, takes(size)])).toEqual(
      sizes.map((size) => [size, size >= least && size <= most]),
    );
    if (most === ANY) return;
    const named = numbersIn(schema, of(most + 1));
    if (named.length > 0) expect(named).toContain(most);
  },
);

test('a plan is sold for 1, 3 or 6 months, a package for days, and each has what its kind has', () => {
  const takes = (kind: string, over: object) =>
    validate(planSchema, { kind, name: 'Gold', terms: { ...terms, ...over } }).ok;
  const lengths = Array.from({ length: 13 }, (_, months) => months);
  expect(lengths.filter((months) => takes('plan', { months }))).toEqual([1, 3, 6]);
  const neither = { months: null, days: null };
  const both = { months: 1, days: 30 };
  for (const [kind, periods] of [
    ['plan', [{}, pack, neither, both]],
    ['package', [pack, {}, neither, both]],
  ] as const)
    expect([kind, ...periods.map((period) => takes(kind, period))]).toEqual([
      kind,
      true,
      false,
      false,
      false,
    ]);
  const hours = [0, 0.5, 1.3];
  expect(hours.map((each) => takes('plan', { hours: each }))).toEqual([true, true, false]);
  expect(hours.map((each) => takes('package', { ...pack, hours: each }))).toEqual([false, true, false]);
});

test('the days and hours that a plan counts for are kept in the order of the week and the day, once each', () => {
  const hours_for = {
    tiers: ['peak', 'morning', 'peak'],
    courts: null,
    weekdays: ['sunday', 'monday', 'sunday'],
  };
  const result = validate(planTermsSchema, { ...terms, hours_for });
  expect(result.ok && result.value.hours_for).toEqual({
    tiers: ['morning', 'peak'],
    courts: null,
    weekdays: ['monday', 'sunday'],
  });
});

/** What the server understands where an input says nothing. */
const DEFAULTS: [name: string, schema: Schema, input: object, defaults: object][] = [
  ['a booking', bookingRequestSchema, play, { duration: 60, sms_updates: false, updates_by: [] }],
  [
    'a walk-in',
    walkInSchema,
    walkIn,
    {
      phone: '',
      email: '',
      add_ons: [],
      arrived: false,
      payment_method: 'cash',
      paid: false,
      ends_offers: [],
    },
  ],
  [
    'what is waited for',
    waitlistInputSchema,
    wish,
    { court_id: null, email: '', sms_updates: false, updates_by: [] },
  ],
  ['an open match', openMatchSchema, { places: 1 }, { for: 'everyone', text: '', public: true }],
  ['a player', joinMatchSchema, { name: guest.name, email: guest.email }, { updates_by: [], wait: false }],
  ['a payment of a share', payShareSchema, share, { updates_by: [] }],
  ['closed courts', closingSchema, closing, { note: '', decisions: [], leave: [] }],
  ['what is released', releaseUnpaidSchema, { booking_ids: [1] }, { with_receipt_ids: [] }],
  [
    'a code',
    promoCodeSchema,
    code,
    {
      amount_off: null,
      tiers: null,
      play_from: null,
      play_to: null,
      book_from: null,
      book_to: null,
      first_booking: false,
      members_only: false,
      max_uses: null,
      active: true,
    },
  ],
  ['the check of a code', codeCheckSchema, codeCheck, { email: '', phone: '' }],
  ['an add-on', addOnSchema, addOn, { max_at_once: null, active: true }],
];

test.each(DEFAULTS)('what %s leaves out has a value', (_, schema, input, defaults) => {
  const result = validate(schema, input);
  expect(result.ok && result.value).toEqual({ ...input, ...defaults });
});

test.each([
  ['a name in emoji', guestSchema, { ...guest, name: '😀😀' }, true],
  ['one emoji as a name', guestSchema, { ...guest, name: '😀' }, false],
  ['one level', openMatchSchema, { places: 1, level_from: 'advanced', level_to: 'advanced' }, true],
  [
    'levels the wrong way round',
    openMatchSchema,
    { places: 1, level_from: 'advanced', level_to: 'improver' },
    false,
  ],
  [
    'a code for one day of play',
    promoCodeSchema,
    { ...code, play_from: '2026-12-01', play_to: '2026-12-01' },
    true,
  ],
  [
    'a code for no day of play',
    promoCodeSchema,
    { ...code, play_from: '2026-12-02', play_to: '2026-12-01' },
    false,
  ],
  ['a code for play until a day', promoCodeSchema, { ...code, play_to: '2026-12-01' }, true],
  [
    'a code for one day of booking',
    promoCodeSchema,
    { ...code, book_from: '2026-12-01', book_to: '2026-12-01' },
    true,
  ],
  [
    'a code for no day of booking',
    promoCodeSchema,
    { ...code, book_from: '2026-12-02', book_to: '2026-12-01' },
    false,
  ],
  ['a code to book from a day on', promoCodeSchema, { ...code, book_from: '2026-12-01' }, true],
  ['a code of both kinds', promoCodeSchema, { ...code, amount_off: 1 }, false],
  ['a code of neither kind', promoCodeSchema, { ...code, percent: null }, false],
  ['a price without a code for all', promoCodeSchema, { ...code, code: null }, true],
  ['a price without a code, so many times', promoCodeSchema, { ...code, code: null, max_uses: 1 }, false],
  [
    'a price without a code, for a first booking',
    promoCodeSchema,
    { ...code, code: null, first_booking: true },
    false,
  ],
  ['a code for a first booking', promoCodeSchema, { ...code, first_booking: true, max_uses: 1 }, true],
  ['a code for no time of day', promoCodeSchema, { ...code, tiers: [] }, false],
  ['courts that close and open before', closingSpanSchema, { ...span, last_day: '2026-11-30' }, false],
  ['the same add-on twice', addOnChangeSchema, { add_ons: [1, 1].map((id) => ({ id, quantity: 1 })) }, false],
  ['somebody who is here, without a name', walkInSchema, { ...walkIn, name: '', arrived: true }, true],
  ['nobody who is not here', walkInSchema, { ...walkIn, name: '' }, false],
  ['nobody to reach', waitlistInputSchema, { ...wish, phone: '' }, false],
  ['only an email to reach', waitlistInputSchema, { ...wish, phone: '', email: guest.email }, true],
] as [string, Schema, object, boolean][])('%s', (_, schema, input, isTaken) => {
  expect(validate(schema, input).ok).toBe(isTaken);
});

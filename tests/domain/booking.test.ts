import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { bookingRequestSchema, guestError, paymentError } from '../../src/domain/booking.ts';
import { hoursInWords } from '../../src/domain/booking-statement.ts';
import { BOOKING_STATUSES, canChangeStatus } from '../../src/domain/booking-status.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { normalizePhone } from '../../src/domain/phone.ts';
import { blocksOf, inPlayingOrder, slotIndexOf, startTimeOf } from '../../src/domain/slot.ts';
import {
  dateError,
  LONE_SLOT_MESSAGE,
  parseRequestedSlots,
  pastSlotsError,
  selectionError,
  slotsError,
} from '../../src/domain/slot-selection-errors.ts';
import { validate } from '../../src/domain/validate.ts';
import { DEFAULT_PLAN, OPEN_SLOTS } from '../support/default-day-plan.ts';

const slotIndexes = (...times: string[]) => times.map((time) => slotIndexOf(time) ?? -1);
const request = (over: object = {}) => ({
  court_id: 1,
  date: '2026-11-21',
  start_time: '18:00',
  name: 'Ali',
  email: 'ali@example.com',
  phone: '0300 1234567',
  payment_method: 'cash',
  ...over,
});

describe('the booking schema', () => {
  test('accepts the fields of the specification and defaults to one hour', () => {
    const result = validate(bookingRequestSchema, request());
    expect(result.ok && result.value.duration).toBe(60);
  });

  test.each([
    ['court_id', 0, 'Court is required'],
    ['court_id', undefined, 'Court is required'],
    ['court_id', '1', 'Court is required'],
    ['court_id', 1.5, 'Court is required'],
    ['date', '', 'Date is required'],
    ['date', undefined, 'Date is required'],
    ['start_time', '', 'Start time is required'],
    ['duration', 30, 'Minimum booking duration is 1 hour (60 minutes)'],
    ['duration', '60', 'Duration must be a number of minutes, such as 60'],
    ['duration', 75, 'Duration must be in 30-minute increments'],
    ['name', 'A', 'Name must be at least 2 characters'],
    ['name', ' A ', 'Name must be at least 2 characters'],
    ['name', 'x'.repeat(101), 'Name must be at most 100 characters'],
    ['name', 'Ali\u0000', 'Please remove unusual characters.'],
    ['name', 'Ali \ud800', 'Please remove unusual characters.'],
    ['name', 'Ali\u0085', 'Please remove unusual characters.'],
    ['name', 'Ali\u2028Khan', 'Please remove unusual characters.'],
    ['name', '\u200b\u200b\u2060', 'Name must be at least 2 characters'],
    ['name', '\u200f\u202e\u3164\u3164', 'Name must be at least 2 characters'],
    ['name', '\u0301\u0301', 'Name must be at least 2 characters'],
    ['name', '\u200d\u200d', 'Name must be at least 2 characters'],
    ['name', '😀', 'Name must be at least 2 characters'],
    ['email', 'ali@', 'Invalid email address'],
    ['email', 'ayesha@gmail', 'Invalid email address'],
    ['email', '"a b"@example.com', 'Invalid email address'],
    ['email', 'ali@exämple.pk', 'Invalid email address'],
    ['email', undefined, 'Invalid email address'],
    ['phone', '12345', 'Phone number must be at least 10 digits'],
    ['phone', '0300+1234567', 'Phone number may only have digits, spaces and a leading +'],
    ['phone', '++923001234567', 'Phone number may only have digits, spaces and a leading +'],
    ['phone', 'abcdefghij', 'Phone number must be at least 10 digits'],
    ['payment_method', 'card', 'Please select a payment method'],
    ['payment_method', undefined, 'Please select a payment method'],
    ['slots', '18:00', 'Please select time slots.'],
    ['slots', null, 'Please select time slots.'],
    ['user_id', '1', 'This field is invalid.'],
    ['sms_updates', 'yes', 'This field is invalid.'],
    ['is_admin', true, 'This field is unknown.'],
    ['status', 'paid', 'This field is unknown.'],
  ])('%s = %p is refused with the specified words', (field, value, message) => {
    const result = validate(bookingRequestSchema, request({ [field]: value }));
    expect(result.ok ? null : result.fields[field]).toBe(message);
  });

  test.each([
    ['name', '\u202eAli Khan\u202c', 'Ali Khan'],
    ['name', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['name', 'Zoë 👩‍🦰', 'Zoë 👩‍🦰'],
    ['name', 'Ali ❤\ufe0f\u{e0041}\ufff9', 'Ali ❤\ufe0f'],
    ['name', 'می\u200cرا\u064b', 'می\u200cرا\u064b'],
    ['email', '\u200bali@example.com\u00a0', 'ali@example.com'],
    ['phone', '\u202a+92 300 1234567\u202c', '+92 300 1234567'],
    ['phone', '۰۳۰۰ ۱۲۳۴۵۶۷', '0300 1234567'],
    ['phone', '٠٣٠٠‑١٢٣٤٥٦٧', '0300-1234567'],
    ['phone', '0300\u20091234567', '0300 1234567'],
  ])('%s %p from a phone keyboard is accepted without its invisible characters', (field, value, kept) => {
    const result = validate(bookingRequestSchema, request({ [field]: value }));
    expect(result.ok && result.value).toMatchObject({ [field]: kept });
  });
});

describe('the slots of a request', () => {
  test.each([
    ['consecutive ones without a list', { start_time: '23:30', duration: 90 }, ['23:30', '00:00', '00:30']],
    [
      'two blocks as they are',
      { start_time: '18:00', duration: 120, slots: ['18:00', '18:30', '20:00', '20:30'] },
      ['18:00', '18:30', '20:00', '20:30'],
    ],
    [
      'a night over midnight',
      { start_time: '23:30', duration: 60, slots: ['23:30', '00:00'] },
      ['23:30', '00:00'],
    ],
  ])('%s', (_, input, slots) => {
    const result = parseRequestedSlots(input, DEFAULT_PLAN);
    expect('slotIndexes' in result && result.slotIndexes.map(startTimeOf)).toEqual(slots);
  });

  test.each([
    ['a start in the closed hours', { start_time: '04:00', duration: 60 }, 'start_time'],
    ['an end after closing', { start_time: '03:30', duration: 60 }, 'start_time'],
    ['not a slot', { start_time: '18:15', duration: 60 }, 'start_time'],
    ['not in playing order', { start_time: '18:30', duration: 60, slots: ['18:30', '18:00'] }, 'slots'],
    ['one of them twice', { start_time: '18:00', duration: 90, slots: ['18:00', '18:30', '18:30'] }, 'slots'],
    ['a lone slot', { start_time: '18:00', duration: 90, slots: ['18:00', '18:30', '20:00'] }, 'slots'],
    ['an empty list', { start_time: '18:00', duration: 60, slots: [] }, 'slots'],
    ['another first slot', { start_time: '18:30', duration: 60, slots: ['18:00', '18:30'] }, 'start_time'],
    ['another duration', { start_time: '18:00', duration: 90, slots: ['18:00', '18:30'] }, 'duration'],
    ['words', { start_time: '18:00', duration: 60, slots: ['__proto__', 'x'] }, 'slots'],
  ])('%s is refused', (_, input, field) => {
    const result = parseRequestedSlots(input, DEFAULT_PLAN);
    expect('error' in result && result.field).toBe(field);
  });

  test('every set of slots is rejected with the right message or returned unchanged', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...OPEN_SLOTS), { maxLength: 12 }), (chosen) => {
        const ordered = inPlayingOrder(chosen);
        const sentence = slotsError(ordered, DEFAULT_PLAN);
        const lone = blocksOf(ordered).some((block) => block.slotIndexes.length === 1);
        if (ordered.length === 0) expect(sentence).toBe('Please select time slots.');
        else if (ordered.length === 1)
          expect(sentence).toBe('Please select at least 2 slots (1 hour minimum).');
        else if (lone) expect(sentence).toBe(LONE_SLOT_MESSAGE);
        else expect(sentence).toBeNull();
        const slots = ordered.map(startTimeOf);
        const request = { start_time: slots[0] ?? '18:00', duration: slots.length * 30, slots };
        const result = parseRequestedSlots(request, DEFAULT_PLAN);
        if (sentence) expect('error' in result && result.error).toBe(sentence);
        else expect('slotIndexes' in result && result.slotIndexes).toEqual(ordered);
      }),
      { numRuns: 500 },
    );
  });
});

describe('dates and times', () => {
  const night = Date.parse('2026-11-21T01:00:00+05:00');

  test('at 1 AM the business day is still the day before', () => {
    expect(dateError('2026-11-20', DEFAULT_CALENDAR, night, 90)).toBeNull();
    expect(dateError('2026-11-19', DEFAULT_CALENDAR, night, 90)).toContain('past');
    expect(pastSlotsError('2026-11-20', slotIndexes('01:00', '01:30'), night)).toContain('already started');
    expect(pastSlotsError('2026-11-20', slotIndexes('01:30', '02:00'), night)).toBeNull();
  });

  test('the last bookable day is counted from the business day', () => {
    expect(dateError('2027-02-18', DEFAULT_CALENDAR, night, 90)).toBeNull();
    expect(dateError('2027-02-19', DEFAULT_CALENDAR, night, 90)).toContain('90 days');
    expect(dateError('2026-02-30', DEFAULT_CALENDAR, night, 90)).toContain('exists');
  });
});

describe('the messages of the wizard', () => {
  test.each([
    [
      { date: '', courtId: 1, slotIndexes: [] },
      'Missing Information',
      'Please select a date and court.',
      'date',
      'Date is required',
    ],
    [
      { date: '2026-11-21', courtId: null, slotIndexes: [] },
      'Missing Information',
      'Please select a date and court.',
      'slots',
      'Time slot is required',
    ],
    [
      { date: '2026-11-21', courtId: 1, slotIndexes: [] },
      'Missing Information',
      'Please select time slots.',
      'slots',
      'Time slot is required',
    ],
    [
      { date: '2026-11-21', courtId: 1, slotIndexes: [36] },
      'Invalid Slot Selection',
      'Please select at least 2 slots (1 hour minimum).',
      'slots',
      undefined,
    ],
    [
      { date: '2026-11-21', courtId: 1, slotIndexes: [36, 37, 40] },
      'Invalid Slot Selection',
      LONE_SLOT_MESSAGE,
      'slots',
      undefined,
    ],
  ])('step 1: %o', (input, title, text, field, fieldText) => {
    expect(selectionError({ ...input, plan: DEFAULT_PLAN })).toEqual({
      title,
      text,
      field,
      ...(fieldText ? { fieldText } : {}),
    });
  });

  test('step 1 accepts a valid selection', () => {
    expect(
      selectionError({ date: '2026-11-21', courtId: 2, slotIndexes: [47, 0, 40, 41], plan: DEFAULT_PLAN }),
    ).toBeNull();
  });

  test('step 2 asks for missing fields, then for a valid email', () => {
    const good = { name: 'Ali', email: 'ali@example.com', phone: '0300 1234567' };
    expect(guestError(good)).toBeNull();
    const missing = 'Please fill in all required fields.';
    const errors: [over: object, title: string, text: string, field: string][] = [
      ...(['name', 'email', 'phone'] as const).map((field): [object, string, string, string] => [
        { [field]: ' ' },
        'Missing Information',
        missing,
        field,
      ]),
      [{ email: 'ali' }, 'Invalid Email', 'Please enter a valid email address.', 'email'],
      [{ name: 'A' }, 'Missing Information', 'Name must be at least 2 characters', 'name'],
      [{ phone: '123' }, 'Missing Information', 'Phone number must be at least 10 digits', 'phone'],
    ];
    for (const [over, title, text, field] of errors)
      expect(guestError({ ...good, ...over })).toEqual({ title, text, field });
  });

  test('step 3 requires a payment method', () => {
    expect(paymentError('')).toMatchObject({
      title: 'Missing Payment Method',
      text: 'Please select a payment method.',
    });
    expect(paymentError('cash')).toBeNull();
  });
});

test('the reception sells one half-hour, but no two apart', () => {
  const error = (times: string[]) => slotsError(slotIndexes(...times), DEFAULT_PLAN, true);
  expect([error(['18:00']), error(['18:00', '18:30'])]).toEqual([null, null]);
  expect(error(['18:00', '20:00'])).toBe(LONE_SLOT_MESSAGE);
});

test('hours read as people say them', () => {
  expect([30, 60, 90, 120].map(hoursInWords)).toEqual(['30 minutes', '1 hour', '1.5 hours', '2 hours']);
});

test.each([
  ['0300 1234567', '+923001234567'],
  ['+92 300 1234567', '+923001234567'],
  ['0092 300 1234567', '+923001234567'],
  ['0300-1234567', '+923001234567'],
  ['00923001234567', '+923001234567'],
  ['+92 300-1234567', '+923001234567'],
  ['03 001234567', '+923001234567'],
  ['0421 1234567', '+924211234567'],
  ['+971 50 123 4567', '+971501234567'],
  ['1234567890', '+921234567890'],
])('the phone number %s is stored as %s', (typed, kept) => {
  expect(normalizePhone(typed)).toBe(kept);
});

test('a status changes only in the four ways of the specification', () => {
  const moves = BOOKING_STATUSES.flatMap((from) =>
    BOOKING_STATUSES.filter((to) => canChangeStatus(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(moves).toEqual(['pending → paid', 'pending → cancelled', 'paid → cancelled', 'cancelled → paid']);
});

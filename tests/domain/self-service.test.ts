import { expect, test } from 'bun:test';
import type { PaymentMethod } from '../../src/domain/booking.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { acceptsLateReceipt } from '../../src/domain/late-receipt.ts';
import {
  cancelBlock,
  payerBlock,
  payOnlineBlock,
  rescheduleBlock,
  rescheduleTargetError,
  shareBlock,
  splitBlock,
} from '../../src/domain/self-service.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T18:00:00+05:00');
const END = START + HOUR;
const booking = {
  court_id: 1,
  date: '2026-11-21',
  slots: ['18:00', '18:30'],
  status: 'pending' as const,
  payment_method: 'bank_transfer' as PaymentMethod,
  received: 0,
  charge: 5000,
  balance: 5000,
  series_id: null,
  receipt_received: false,
};
const cancelled = { ...booking, status: 'cancelled' as const };
const unpaidCard = { ...booking, payment_method: 'card' as const };
const titles = (blocks: ({ title: string } | null)[]) => blocks.map((block) => block?.title ?? null);

test('a booking is cancelled until the moment it begins', () => {
  const at = [START - 1, START, END - 1, END].map((now) => cancelBlock(booking, now));
  expect(titles([...at, cancelBlock(cancelled, START - 1)])).toEqual([
    null,
    'This booking has started',
    'This booking has started',
    'This booking is over',
    'This booking is cancelled',
  ]);
});

test('a booking is moved once, until a day before, if it has an hour and its card is not being charged', () => {
  const limit = START - 24 * HOUR;
  const half = { ...booking, slots: ['18:00'] };
  expect(
    titles([
      rescheduleBlock(booking, false, limit),
      rescheduleBlock(booking, false, limit + 1),
      rescheduleBlock(booking, true, limit),
      rescheduleBlock(half, false, limit),
      rescheduleBlock(unpaidCard, false, limit),
      rescheduleBlock({ ...unpaidCard, received: 1 }, false, limit),
      rescheduleBlock(cancelled, false, limit),
      rescheduleBlock(booking, false, START),
    ]),
  ).toEqual([
    null,
    'Less than 24 hours: call us',
    'Free reschedule used',
    'The reception moves half-hour bookings',
    'Your card payment is still open',
    null,
    'This booking is cancelled',
    'This booking has started',
  ]);
});

test('a move goes to another place of the same length, not started and not too far ahead', () => {
  const context = { calendar: DEFAULT_CALENDAR, now: Date.parse('2026-11-20T15:00:00+05:00'), daysAhead: 30 };
  const error = (over: object) =>
    rescheduleTargetError(
      booking,
      { court_id: 1, date: booking.date, slots: booking.slots, ...over },
      context,
    );
  expect([
    error({ court_id: 2 }),
    error({ date: '2026-11-22' }),
    error({ slots: ['18:30', '19:00'] }),
    error({ date: '2026-12-20' }),
    error({ date: '2026-11-20', slots: ['15:30', '16:00'] }),
  ]).toEqual(Array(5).fill(null));
  expect(error({})).toContain('already have');
  expect(error({ slots: ['18:00', '18:30', '19:00'] })).toContain('please choose 2 slots');
  expect(error({ date: '2026-12-21' })).toContain('30 days ahead');
  expect(error({ date: '2026-11-20', slots: ['15:00', '15:30'] })).toContain('already started');
});

test('a booking is paid online while it costs something and no receipt is being checked', () => {
  const paid = { ...booking, status: 'paid' as const };
  expect(
    titles([
      payOnlineBlock({ ...booking, balance: 1 }),
      payOnlineBlock({ ...booking, balance: 0 }),
      payOnlineBlock({ ...booking, receipt_received: true }),
      payOnlineBlock({ ...paid, receipt_received: true }),
      payOnlineBlock(cancelled),
    ]),
  ).toEqual([
    null,
    'This booking is paid',
    'We are checking your receipt',
    null,
    'This booking is cancelled',
  ]);
});

test('a player pays until play is over, unless they wait, left, are the host or have paid', () => {
  const player = { state: 'joined' as const, position: 2, balance: 1 };
  const block = (over: object, now = END - 1) => shareBlock(booking, { ...player, ...over }, now);
  expect(
    titles([
      block({}),
      block({}, END),
      block({ balance: 0 }),
      block({ state: 'waiting' }),
      block({ state: 'left' }),
      block({ position: 1 }),
      payerBlock(booking, { ...player, state: 'waiting' as const }, END - 1),
      payerBlock(cancelled, player, START - 1),
    ]),
  ).toEqual([
    null,
    'This booking is over',
    'Your share is paid',
    'You’re on the waiting list',
    'This place was given back',
    'You made this booking',
    null,
    'This booking is cancelled',
  ]);
});

test('a booking is split before it begins if it costs something and is no date of a series', () => {
  const split = (over: object, now = START - 1) => splitBlock({ ...booking, ...over }, now);
  expect(
    titles([
      split({ charge: 1 }),
      split({}, START),
      split({ charge: 0 }),
      split({ series_id: 1 }),
      split({ payment_method: 'card' }),
      split({ payment_method: 'card', received: 1 }),
      split({ payment_method: 'card', status: 'paid' }),
    ]),
  ).toEqual([
    null,
    'This booking has started',
    'This booking is free',
    'This is one date of a weekly booking',
    'Your card payment is still open',
    null,
    null,
  ]);
});

test('a receipt for a released transfer is taken for the owner’s days', () => {
  const released = { ...cancelled, pay_by: '2026-11-20T18:00:00+05:00' };
  const until = Date.parse(released.pay_by) + 48 * HOUR;
  const takes = (over: object, now = until) =>
    acceptsLateReceipt({ ...released, ...over }, { late_receipt_days: 2 }, now);
  expect([
    takes({}),
    takes({}, until + 1),
    takes({ pay_by: null }),
    takes({ status: 'pending' }),
    takes({ payment_method: 'cash' }),
  ]).toEqual([true, false, false, false, false]);
});

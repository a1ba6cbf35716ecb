import { expect, test } from 'bun:test';
import type { Booking } from '../../src/domain/booking.ts';
import { bookingTitle } from '../../src/domain/booking-heading.ts';
import { specifiedStatusLabel, statusLabel } from '../../web/shared/booking-status-label.ts';

const NOW = Date.parse('2026-11-20T12:00:00+05:00');
const PENDING = {
  status: 'pending',
  payment_method: 'bank_transfer',
  balance: 5000,
  receipt_received: false,
  released: false,
  date: '2026-11-21',
  slots: ['18:00', '18:30'],
} as unknown as Booking;

test('while a receipt waits, the badge says what the heading says; the confirmation page keeps the specified label', () => {
  const waiting = { ...PENDING, receipt_received: true };
  expect([statusLabel(waiting).text, bookingTitle(waiting, NOW)]).toEqual(
    Array(2).fill('Payment under review'),
  );
  expect(specifiedStatusLabel(waiting).text).toBe('Pending Payment');
  expect(statusLabel(PENDING).text).toBe('Pending Payment');
  const settled = { ...waiting, status: 'paid', balance: 0 } as const;
  expect(statusLabel(settled).text).toBe('Confirmed & Paid');
  expect(statusLabel({ ...waiting, status: 'cancelled' }).text).toBe('Cancelled');
});

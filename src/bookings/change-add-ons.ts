import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AddOnChange } from '../domain/admin-inputs.ts';
import type { Booking } from '../domain/booking.ts';
import { linesTotal, priceItems } from '../domain/booking-price-lines.ts';
import { Failure } from '../domain/failure.ts';
import { soldCourtPriceOf } from '../domain/price.ts';
import { owedOf, reopen, settle, tellReopened } from './payments.ts';
import type { BookingServices } from './services.ts';
import { limitWriteOff } from './staff-rules.ts';
import { slotIndexesOf } from './store.ts';

/** Replaces a booking's add-ons. Those kept retain the price they were sold at; the court and discounts stay. */
export function changeAddOns(
  tx: Transaction,
  deps: Pick<BookingServices, 'addOns' | 'bookings' | 'grants' | 'ledger' | 'settings'>,
  id: number,
  input: AddOnChange,
  actor: Actor,
): Booking {
  const { addOns, bookings } = deps;
  const booking = bookings.require(id, input.version);
  if (booking.status === 'cancelled') {
    throw new Failure('wrong_state', 'A cancelled booking cannot get add-ons. Restore it first.');
  }
  const { date, lines = [] } = booking;
  const slotIndexes = slotIndexesOf(booking);
  const sold = lines.filter(({ kind }) => kind === 'add_on');
  const items = input.add_ons.flatMap(({ id: addOnId, quantity }) => {
    const line = sold.find(({ source_id }) => source_id === addOnId);
    return line ? [{ ...line, quantity }] : addOns.choose([{ id: addOnId, quantity }]);
  });
  bookings.addOns.assertLeft(items, { date, slotIndexes }, id);
  const courtPrice = soldCourtPriceOf(booking);
  const play = { date, tiers: slotIndexes.map(() => null), courtPrice };
  // What a plan takes off add-ons follows them; what it takes off the court stays.
  const addOnDiscounts = lines.filter(({ terms }) => terms?.plan?.gives === 'add_on');
  const others = lines.filter((line) => line.kind !== 'add_on' && !addOnDiscounts.includes(line));
  const newLines = [...others, ...priceItems([...addOnDiscounts, ...items], play)];
  const amount = courtPrice + linesTotal(newLines);
  const before = owedOf(bookings, booking);
  bookings.changeLines(tx, id, newLines, amount);
  limitWriteOff(tx, deps, booking, bookings.require(id), actor);
  recordAuditEntry(tx, actor, 'add_ons', 'booking', id, { from: booking.computed_amount, to: amount });
  tx.emit({ kind: 'booking.add_ons_changed', booking_id: id });
  const isReopened = booking.status === 'paid' && reopen(tx, deps, id, before, actor);
  if (isReopened) tellReopened(tx, bookings, booking.payer_id, 'price_changed');
  // What had been paid is too little to hold the slots, so it doesn't end the new deadline.
  return settle(tx, deps, id, actor, !isReopened);
}

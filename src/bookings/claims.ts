import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { startTimeOf } from '../domain/slot.ts';
import type { OriginKey } from './booking-origins.ts';

export type ClaimOwner = { booking_id: number } | { closure_id: number } | { offer_id: number };

export interface ClaimedSlots {
  court_id: number;
  date: string;
  slotIndexes: readonly number[];
}

/** Throws `slot_taken` if any of `slotIndexes` is claimed. */
export function assertSlotsFree(claimed: ReadonlySet<number>, slotIndexes: readonly number[]): void {
  const slots = slotIndexes.filter((slotIndex) => claimed.has(slotIndex)).map(startTimeOf);
  if (slots.length === 0) return;
  throw new Failure('slot_taken', 'This time has just been taken. Please choose another one.', { slots });
}

/** The table's primary key refuses a slot held by another owner. */
export function claimSlots(tx: Transaction, owner: ClaimOwner, slots: ClaimedSlots): void {
  const [column, id] = ownerColumn(owner);
  tx.db
    .query(`INSERT INTO claim (court_id, date, slot, ${column}) SELECT ?, ?, value, ? FROM json_each(?)`)
    .run(slots.court_id, slots.date, id, JSON.stringify(slots.slotIndexes));
}

/**
 * Frees all of an owner's slots, or moves a booking to the slots `next`. `freedBy` is the customer who gave them up;
 * leave it out when the club does. All slots are freed here, so that `slots.freed` reports each one. Listeners may
 * claim the slots in the same transaction, so call this after changing the owner's row.
 */
export function freeSlots(
  tx: Transaction,
  owner: ClaimOwner,
  { next, freedBy = [] }: { next?: ClaimedSlots; freedBy?: readonly OriginKey[] } = {},
): void {
  const [column, id] = ownerColumn(owner);
  const freed = tx.db
    .query<{ court_id: number; date: string; slot: number }, [number]>(
      `DELETE FROM claim WHERE ${column} = ? RETURNING court_id, date, slot`,
    )
    .all(id);
  if (next) claimSlots(tx, owner, next);
  const [first] = freed;
  if (!first) return;
  const { court_id, date } = first;
  const kept = next?.court_id === court_id && next.date === date ? next.slotIndexes : [];
  const slot_indexes = freed.map(({ slot }) => slot).filter((slot) => !kept.includes(slot));
  if (slot_indexes.length === 0) return;
  const freed_by = freedBy.map(({ key }) => key);
  tx.emit({ kind: 'slots.freed', court_id, date, slot_indexes, freed_by });
}

/** Passes these slots from a booking to a closure; the booking gives them up in the same transaction. */
export function takeOverSlots(
  tx: Transaction,
  bookingId: number,
  closureId: number,
  slotIndexes: readonly number[],
): void {
  tx.db
    .query(
      'UPDATE claim SET booking_id = NULL, closure_id = ? WHERE booking_id = ? AND slot IN (SELECT value FROM json_each(?))',
    )
    .run(closureId, bookingId, JSON.stringify(slotIndexes));
}

/** Releases an offer's slots for a booking that claims them next in the same transaction. */
export function handOverSlots(tx: Transaction, offerId: number, slotIndexes: readonly number[]): void {
  tx.db
    .query('DELETE FROM claim WHERE offer_id = ? AND slot IN (SELECT value FROM json_each(?))')
    .run(offerId, JSON.stringify(slotIndexes));
}

function ownerColumn(owner: ClaimOwner): [column: 'booking_id' | 'closure_id' | 'offer_id', id: number] {
  if ('booking_id' in owner) return ['booking_id', owner.booking_id];
  return 'closure_id' in owner ? ['closure_id', owner.closure_id] : ['offer_id', owner.offer_id];
}

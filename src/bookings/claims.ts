import type { Transaction } from '../db/club-db.ts';
import { Failure } from '../domain/failure.ts';
import { startTimeOf } from '../domain/slot.ts';
import type { OriginKey } from './booking-origins.ts';

/** What holds a slot: a booking, a closure, an offer or an event's session. */
export type ClaimOwner =
  | { booking_id: number }
  | { closure_id: number }
  | { offer_id: number }
  | { session_id: number };
type OwnerColumn = 'booking_id' | 'closure_id' | 'offer_id' | 'session_id';

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
 * leave it out when the club does. Listeners may claim the slots in the same transaction, so call this after the
 * owner's row has changed.
 */
export function freeSlots(
  tx: Transaction,
  owner: ClaimOwner,
  { next, freedBy = [] }: { next?: ClaimedSlots; freedBy?: readonly OriginKey[] } = {},
): void {
  const given = giveUpSlots(tx, owner);
  if (next) claimSlots(tx, owner, next);
  announceFreed(tx, given, { kept: next ? [next] : [], freedBy });
}

/** Removes an owner's claims; `announceFreed` must follow, so that `slots.freed` names every freed slot. */
export function giveUpSlots(tx: Transaction, owner: ClaimOwner): ClaimedSlots[] {
  const [column, id] = ownerColumn(owner);
  const rows = tx.db
    .query<{ court_id: number; date: string; slot: number }, [number]>(
      `DELETE FROM claim WHERE ${column} = ? RETURNING court_id, date, slot`,
    )
    .all(id);
  // Only an event's session holds several courts, and nothing spans two days.
  return [...new Set(rows.map(({ court_id }) => court_id))].map((court_id) => {
    const ofCourt = rows.filter((row) => row.court_id === court_id);
    return { court_id, date: ofCourt[0]?.date ?? '', slotIndexes: ofCourt.map(({ slot }) => slot) };
  });
}

/** Tells whoever is waiting about the slots that were given up, except those that the owner `kept`. */
export function announceFreed(
  tx: Transaction,
  given: readonly ClaimedSlots[],
  { kept, freedBy = [] }: { kept: readonly ClaimedSlots[]; freedBy?: readonly OriginKey[] },
): void {
  const freed_by = freedBy.map(({ key }) => key);
  for (const { court_id, date, slotIndexes } of given) {
    const still = kept
      .filter((place) => place.court_id === court_id && place.date === date)
      .flatMap((place) => place.slotIndexes);
    const slot_indexes = slotIndexes.filter((slot) => !still.includes(slot));
    if (slot_indexes.length > 0) tx.emit({ kind: 'slots.freed', court_id, date, slot_indexes, freed_by });
  }
}

/** Passes these slots from a booking to a closure or session; the booking gives them up in the same transaction. */
export function reassignSlots(
  tx: Transaction,
  bookingId: number,
  next: ClaimOwner,
  slotIndexes: readonly number[],
): void {
  const [column, id] = ownerColumn(next);
  tx.db
    .query(
      `UPDATE claim SET booking_id = NULL, ${column} = ? WHERE booking_id = ? AND slot IN (SELECT value FROM json_each(?))`,
    )
    .run(id, bookingId, JSON.stringify(slotIndexes));
}

/** Releases an offer's slots for a booking that claims them next in the same transaction. */
export function handOverSlots(tx: Transaction, offerId: number, slotIndexes: readonly number[]): void {
  tx.db
    .query('DELETE FROM claim WHERE offer_id = ? AND slot IN (SELECT value FROM json_each(?))')
    .run(offerId, JSON.stringify(slotIndexes));
}

function ownerColumn(owner: ClaimOwner): [column: OwnerColumn, id: number] {
  const [entry] = Object.entries(owner) as [OwnerColumn, number][];
  if (!entry) throw new Error('A claim needs an owner');
  return entry;
}

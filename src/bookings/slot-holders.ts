import type { Database } from 'bun:sqlite';

/** The booking, closure, event or offer that holds a slot. */
export interface SlotHolder {
  slot: number;
  booking_id: number | null;
  /** The booking's customer. */
  name: string | null;
  closure_id: number | null;
  /** Why the court is closed. */
  reason: string | null;
  session_id: number | null;
  /** The event's title. */
  title: string | null;
}

/** Who holds each slot of a court's business day; a slot without an entry is free. */
export class SlotHolders {
  readonly #select;

  constructor(db: Database) {
    this.#select = db.prepare<SlotHolder, [number, string]>(
      `SELECT claim.slot, claim.booking_id, payer.name, claim.closure_id, closure.reason,
         claim.session_id, event.title FROM claim
       LEFT JOIN payer ON payer.booking_id = claim.booking_id AND payer.position = 1
       LEFT JOIN closure ON closure.id = claim.closure_id
       LEFT JOIN event_session ON event_session.id = claim.session_id
       LEFT JOIN event ON event.id = event_session.event_id
       WHERE claim.court_id = ? AND claim.date = ?`,
    );
  }

  read(courtId: number, date: string): Map<number, SlotHolder> {
    return new Map(this.#select.all(courtId, date).map((holder) => [holder.slot, holder]));
  }
}

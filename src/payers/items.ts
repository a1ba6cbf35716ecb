import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { ItemView } from '../domain/api/payer-routes.ts';
import type { SolePayer } from './sole-payer-store.ts';

/** What a sole payer's money needs from the module whose item it pays for. */
export interface ItemKind {
  /** The item as worded in pages, messages and lists. */
  view(payer: SolePayer): ItemView;
  /** How long an item that is owed again waits for its money; null if nothing takes it back. */
  payBy(payer: SolePayer, now: number): number | null;
  /** Whether a promise to pay at the club is enough. */
  allowsCash(payer: SolePayer): boolean;
  /** Whose items came with this one and are paid from the same address. */
  companionsOf(payer: SolePayer): SolePayer[];
  /** PKR that the club would keep if the payer gave the item back at `now`; null if they can't. */
  keptNow(payer: SolePayer, now: number): number | null;
  /** The same if the item is lost because the rest of its price never came. */
  keptIfUnpaid(payer: SolePayer, now: number): number;
  /** Money came in or went out; the item follows in the same transaction. */
  settled(tx: Transaction, payer: SolePayer, actor: Actor): void;
  /** The payer gave the item back, or lost it unpaid. */
  left(tx: Transaction, payer: SolePayer, actor: Actor): void;
}

/** The kinds of items; the modules that sell them register theirs. */
export class Items {
  readonly #kinds = new Map<'event' | 'purchase', ItemKind>();

  register(kind: 'event' | 'purchase', item: ItemKind): void {
    this.#kinds.set(kind, item);
  }

  kindOf({ event_id }: SolePayer): ItemKind {
    const kind = this.#kinds.get(event_id === null ? 'purchase' : 'event');
    if (!kind) throw new Error('No module sells this item');
    return kind;
  }
}

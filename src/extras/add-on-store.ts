import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import { type ChosenAddOn, MAX_ADD_ONS } from '../domain/add-on.ts';
import type { AddOnInput } from '../domain/add-on-schemas.ts';
import type { AddOn, AdminAddOn } from '../domain/api/add-on-routes.ts';
import { type PriceItem, toPriceItem } from '../domain/booking-price-lines.ts';
import { Failure, invalidField } from '../domain/failure.ts';

type AddOnRow = Omit<AdminAddOn, 'active'> & { active: number };

const COLUMNS = 'id, name, price, unit, max_at_once, active';

/** Extras that customers book with a court. All changes run inside a transaction of `ClubDb`. */
export class AddOnStore {
  readonly #selectAll;
  readonly #selectById;

  constructor(db: Database) {
    this.#selectAll = db.prepare<AddOnRow, []>(`SELECT ${COLUMNS} FROM add_on ORDER BY position, id`);
    this.#selectById = db.prepare<AddOnRow, [number]>(`SELECT ${COLUMNS} FROM add_on WHERE id = ?`);
  }

  list(): AdminAddOn[] {
    return this.#selectAll.all().map(toAddOn);
  }

  /** What customers can choose. */
  listActive(): AddOn[] {
    return this.list()
      .filter(({ active }) => active)
      .map(({ active: _, ...addOn }) => addOn);
  }

  find(id: number): AdminAddOn | null {
    const row = this.#selectById.get(id);
    return row ? toAddOn(row) : null;
  }

  /** How many of an add-on the club has at any one time; null for no limit. */
  maxAtOnce(id: number): number | null {
    return this.find(id)?.max_at_once ?? null;
  }

  /** Turns customers' choices into price items; throws `invalid` for an add-on that can't be chosen. */
  choose(chosen: readonly ChosenAddOn[]): PriceItem[] {
    return chosen.map(({ id, quantity }) => {
      const addOn = this.find(id);
      if (!addOn?.active) {
        const message = addOn
          ? `${addOn.name} is no longer offered. Please book without it.`
          : 'There is no such add-on. Please choose again.';
        throw invalidField('add_ons', message);
      }
      return toPriceItem(addOn, quantity);
    });
  }

  create(tx: Transaction, input: AddOnInput, actor: Actor): AdminAddOn {
    const addOns = this.list();
    if (addOns.length >= MAX_ADD_ONS) {
      throw new Failure(
        'wrong_state',
        `The club has ${MAX_ADD_ONS} add-ons, which is the most it can have. Please rename one instead.`,
      );
    }
    assertNameIsFree(addOns, input.name, null);
    const { lastInsertRowid } = tx.db
      .query(
        `INSERT INTO add_on (name, price, unit, max_at_once, active, position)
         VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM add_on))`,
      )
      .run(input.name, input.price, input.unit, input.max_at_once, input.active ? 1 : 0);
    const id = Number(lastInsertRowid);
    recordAuditEntry(tx, actor, 'added', 'add_on', id);
    tx.emit({ kind: 'add_on.changed', add_on_id: id });
    return this.#require(id);
  }

  /** Bookings with the add-on keep the price they paid. */
  update(tx: Transaction, id: number, input: AddOnInput, actor: Actor): AdminAddOn {
    const before = this.#require(id);
    assertNameIsFree(this.list(), input.name, id);
    tx.db
      .query('UPDATE add_on SET name = ?, price = ?, unit = ?, max_at_once = ?, active = ? WHERE id = ?')
      .run(input.name, input.price, input.unit, input.max_at_once, input.active ? 1 : 0, id);
    const after = this.#require(id);
    const changes = (['name', 'price', 'unit', 'max_at_once', 'active'] as const).filter(
      (field) => before[field] !== after[field],
    );
    if (changes.length === 0) return after;
    const details = Object.fromEntries(
      changes.map((field) => [field, { from: before[field], to: after[field] }]),
    );
    recordAuditEntry(tx, actor, 'edited', 'add_on', id, details);
    tx.emit({ kind: 'add_on.changed', add_on_id: id });
    return after;
  }

  /** Throws `changed_meanwhile` if `ids` are not exactly the club's add-ons. */
  reorder(tx: Transaction, ids: readonly number[]): AdminAddOn[] {
    const before = this.list().map(({ id }) => id);
    if (before.toSorted().join() !== ids.toSorted().join()) {
      throw new Failure(
        'changed_meanwhile',
        'The add-ons were changed in the meantime. Reload them and try again.',
      );
    }
    for (const [at, id] of ids.entries()) {
      tx.db.query('UPDATE add_on SET position = ? WHERE id = ?').run(at + 1, id);
      tx.emit({ kind: 'add_on.changed', add_on_id: id });
    }
    return this.list();
  }

  #require(id: number): AdminAddOn {
    const addOn = this.find(id);
    if (!addOn) throw new Failure('not_found', 'There is no add-on with this number.');
    return addOn;
  }
}

function assertNameIsFree(addOns: readonly AddOn[], name: string, exceptId: number | null): void {
  const isTaken = addOns.some(
    (addOn) => addOn.id !== exceptId && addOn.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw invalidField('name', 'Another add-on has this name.');
}

function toAddOn(row: AddOnRow): AdminAddOn {
  return { ...row, active: row.active === 1 };
}

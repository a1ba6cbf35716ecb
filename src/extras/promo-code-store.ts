import type { Database } from 'bun:sqlite';
import { recordAuditEntry } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { PromoCode } from '../domain/api/promo-code-routes.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { MAX_CODES, type OpenDiscount, toDiscount } from '../domain/promo-code.ts';
import type { PromoCodeInput } from '../domain/promo-code-schemas.ts';
import type { PricingTier } from '../domain/slot.ts';

type PromoCodeRow = Omit<PromoCode, 'tiers' | 'first_booking' | 'members_only' | 'active'> & {
  tiers: string | null;
  first_booking: number;
  members_only: number;
  active: number;
};

const FIELDS = [
  'code',
  'name',
  'percent',
  'amount_off',
  'tiers',
  'play_from',
  'play_to',
  'book_from',
  'book_to',
  'first_booking',
  'members_only',
  'max_uses',
  'active',
] as const;
const COLUMNS = `id, ${FIELDS.join(', ')}`;

/** Codes and members' prices. All changes run inside a transaction of `ClubDb`. */
export class PromoCodeStore {
  readonly #selectAll;
  readonly #selectById;
  readonly #selectByCode;
  readonly #selectOpen;
  readonly #hasCodes;

  constructor(db: Database) {
    const select = `SELECT ${COLUMNS} FROM promo_code`;
    this.#selectAll = db.prepare<PromoCodeRow, []>(`${select} ORDER BY active DESC, id DESC`);
    this.#selectById = db.prepare<PromoCodeRow, [number]>(`${select} WHERE id = ?`);
    this.#selectByCode = db.prepare<PromoCodeRow, [string]>(`${select} WHERE code = ?`);
    this.#selectOpen = db.prepare<PromoCodeRow, []>(
      `${select} WHERE code IS NULL AND active = 1 ORDER BY id`,
    );
    this.#hasCodes = db.prepare<{ found: number }, []>(
      'SELECT EXISTS (SELECT 1 FROM promo_code WHERE code IS NOT NULL AND active = 1) AS found',
    );
  }

  list(): PromoCode[] {
    return this.#selectAll.all().map(toPromoCode);
  }

  /** Active ones that need no code. */
  listOpen(): PromoCode[] {
    return this.#selectOpen.all().map(toPromoCode);
  }

  /** Discounts that pages apply on a business day without a code. */
  listOpenOn(today: string): OpenDiscount[] {
    return this.listOpen()
      .filter(({ book_from, book_to }) => (book_from ?? '') <= today && today <= (book_to ?? '~'))
      .map((code) => ({ ...toDiscount(code), members_only: code.members_only }));
  }

  findByCode(code: string): PromoCode | null {
    const row = this.#selectByCode.get(code);
    return row ? toPromoCode(row) : null;
  }

  /** True if there is any code a customer could type. */
  hasCodes(): boolean {
    return this.#hasCodes.get()?.found === 1;
  }

  create(tx: Transaction, input: PromoCodeInput, actor: Actor): PromoCode {
    if (this.list().length >= MAX_CODES) {
      throw new Failure(
        'wrong_state',
        `The club has ${MAX_CODES} codes, which is the most it can have. Please change an old one instead.`,
      );
    }
    this.#assertCodeIsFree(input.code, null);
    const { lastInsertRowid } = tx.db
      .query(`INSERT INTO promo_code (${FIELDS.join(', ')}) VALUES (${FIELDS.map(() => '?').join(', ')})`)
      .run(...toValues(input));
    const id = Number(lastInsertRowid);
    recordAuditEntry(tx, actor, 'added', 'promo_code', id);
    tx.emit({ kind: 'code.changed', code_id: id });
    return this.#require(id);
  }

  /** Bookings that used the code keep their discount. */
  update(tx: Transaction, id: number, input: PromoCodeInput, actor: Actor): PromoCode {
    const before: PromoCodeInput = this.#require(id);
    this.#assertCodeIsFree(input.code, id);
    tx.db
      .query(`UPDATE promo_code SET ${FIELDS.map((field) => `${field} = ?`).join(', ')} WHERE id = ?`)
      .run(...toValues(input), id);
    const after = this.#require(id);
    const edited = (Object.keys(input) as (keyof PromoCodeInput)[]).filter(
      (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
    );
    if (edited.length === 0) return after;
    const details = Object.fromEntries(
      edited.map((field) => [field, { from: before[field], to: after[field] }]),
    );
    recordAuditEntry(tx, actor, 'edited', 'promo_code', id, details);
    tx.emit({ kind: 'code.changed', code_id: id });
    return after;
  }

  #require(id: number): PromoCode {
    const row = this.#selectById.get(id);
    if (!row) throw new Failure('not_found', 'There is no code with this number.');
    return toPromoCode(row);
  }

  #assertCodeIsFree(code: string | null, exceptId: number | null): void {
    const other = code === null ? null : this.findByCode(code);
    if (other && other.id !== exceptId) throw invalidField('code', 'This code already exists.');
  }
}

function toValues(input: PromoCodeInput): (string | number | null)[] {
  return FIELDS.map((field) => {
    const value = input[field as keyof PromoCodeInput];
    if (typeof value === 'boolean') return value ? 1 : 0;
    return Array.isArray(value) ? JSON.stringify(value) : (value as string | number | null);
  });
}

function toPromoCode(row: PromoCodeRow): PromoCode {
  return {
    ...row,
    tiers: row.tiers === null ? null : (JSON.parse(row.tiers) as PricingTier[]),
    first_booking: row.first_booking === 1,
    members_only: row.members_only === 1,
    active: row.active === 1,
  };
}

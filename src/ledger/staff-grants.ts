import type { Database } from 'bun:sqlite';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { StaffAlarm } from '../domain/api/inbox-routes.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { Failure } from '../domain/failure.ts';
import { formatPkr } from '../domain/format-money.ts';
import { changesFor, payeeHoldError } from '../domain/payee.ts';
import { type GrantKind, STAFF_LIMIT_HOURS, staffLimitError } from '../domain/refund.ts';
import type { Settings } from '../settings/settings.ts';
import { listPayeeChanges } from './payee-changes.ts';

const HOUR_MS = 60 * 60_000;
/** How far back an alarm looks; older unseen entries remain in the ledger and the audit log. */
const ALARM_DAYS = 30;
const GRANTS_SHOWN = 20;

/** The kinds that count towards the limit. */
const COUNTED = "kind IN ('refund', 'credit', 'undo', 'write_off', 'code')";
/**
 * A transfer is proven by the payer's own receipt if it wasn't rejected (an image from staff doesn't count), or by a
 * bank line that confirms the booking, once an owner has imported a statement containing it. A corrected email
 * concerns owners if money or a receipt had come in and no text message told the customer.
 */
const IS_ALARMING = `seen_at IS NULL AND at > $from AND NOT (kind = 'unproven' AND (
  EXISTS (SELECT 1 FROM receipt WHERE receipt.payer_id = staff_grant.payer_id AND by_customer = 1
    AND rejected_at IS NULL)
  OR EXISTS (SELECT 1 FROM bank_line WHERE bank_line.id = staff_grant.line_id AND proven = 1)))
  AND NOT (kind = 'contact' AND (
    NOT EXISTS (SELECT 1 FROM ledger_entry AS money WHERE money.booking_id = staff_grant.booking_id)
      AND NOT EXISTS (SELECT 1 FROM receipt WHERE receipt.booking_id = staff_grant.booking_id)
    OR EXISTS (SELECT 1 FROM outbox WHERE outbox.booking_id = staff_grant.booking_id
      AND outbox.kind = 'booking.contact_corrected' AND outbox.channel <> 'email'
      AND outbox.created_at >= staff_grant.at AND state IN ('queued', 'sent', 'delivered', 'read'))))`;

/** Whose money a grant is: the payer of a place or purchase, or the customer of a booking. */
const CUSTOMER_OF = (booking: string, payer: string) =>
  `iif(${booking} IS NULL, ${payer}, (SELECT id FROM payer WHERE booking_id = ${booking} AND position = 1))`;

/** For so long an own slip is corrected without counting. */
const SLIP_MINUTES = 15;

interface Grant {
  kind: GrantKind;
  /** PKR. */
  amount: number;
  booking_id: number | null;
  /** The player whose money comes in or goes back, or the payer of a place or purchase; null for the booking's customer. */
  payer_id?: number | null | undefined;
  /** The booking is made in the same transaction, so a rejection undoes it. */
  is_new?: boolean;
  /** A bank line that proves the money. */
  line_id?: number | undefined;
}

interface AlarmRow {
  staff_id: number | null;
  since: number;
  last_id: number;
  given: number;
  refused: number;
  unproven: number;
  missing: number;
  taken_out: number;
  contacts: number;
}

/**
 * The value that staff give away: refunds, credit, undone payments, prices lowered close to play or later, codes.
 * Owners have no limit. Entries that no owner has seen raise an alarm in the inbox.
 */
export class StaffGrants {
  readonly #club: ClubDb;
  readonly #settings: Settings;
  readonly #sumByStaff;
  readonly #sumByCustomer;
  readonly #sumUnprovenSales;
  readonly #selectAlarms;
  readonly #selectGrants;

  constructor(club: ClubDb, settings: Settings) {
    this.#club = club;
    this.#settings = settings;
    const { db } = club;
    this.#sumByStaff = db.prepare<
      { day: number; booking: number },
      [staff: number | null, booking: number | null, payer: number | null, from: number]
    >(
      `SELECT ifnull(sum(amount) FILTER (WHERE at > ?4), 0) AS day,
         ifnull(sum(amount) FILTER (WHERE booking_id IS ?2 AND (?2 IS NOT NULL OR payer_id IS ?3)), 0) AS booking
       FROM staff_grant WHERE staff_id IS ?1 AND ${COUNTED}`,
    );
    this.#sumByCustomer = db.prepare<
      { amount: number },
      [booking: number | null, payer: number | null, from: number]
    >(
      `SELECT ifnull(sum(staff_grant.amount), 0) AS amount
       FROM staff_grant JOIN payer AS own ON own.id = ${CUSTOMER_OF('?1', '?2')}
         JOIN payer AS other ON other.id = ${CUSTOMER_OF('staff_grant.booking_id', 'staff_grant.payer_id')}
       WHERE staff_grant.at > ?3 AND ${COUNTED} AND (other.id = own.id OR other.user_id = own.user_id
         OR own.email <> '' AND other.email = own.email OR own.phone <> '' AND other.phone = own.phone)`,
    );
    this.#sumUnprovenSales = db.prepare<{ amount: number }, { staff: number | null; from: number }>(
      `SELECT ifnull(sum(amount), 0) AS amount FROM staff_grant
       WHERE staff_id IS $staff AND kind = 'unproven' AND ${IS_ALARMING}
         AND payer_id IN (SELECT id FROM payer WHERE purchase_id IS NOT NULL)`,
    );
    this.#selectAlarms = db.prepare<AlarmRow, { from: number }>(
      `SELECT staff_id, min(at) AS since, max(id) AS last_id,
         ifnull(sum(amount) FILTER (WHERE ${COUNTED}), 0) AS given,
         ifnull(sum(amount) FILTER (WHERE kind = 'refused'), 0) AS refused,
         ifnull(sum(amount) FILTER (WHERE kind = 'unproven'), 0) AS unproven,
         ifnull(sum(amount) FILTER (WHERE kind = 'missing'), 0) AS missing,
         ifnull(sum(amount) FILTER (WHERE kind = 'taken_out'), 0) AS taken_out,
         count(*) FILTER (WHERE kind = 'contact') AS contacts
       FROM staff_grant WHERE ${IS_ALARMING} GROUP BY staff_id`,
    );
    this.#selectGrants = db.prepare<
      {
        at: number;
        kind: GrantKind;
        amount: number;
        booking_id: number | null;
        name: string | null;
        booking_phone: string | null;
      },
      { staff: number | null; from: number }
    >(
      `SELECT at, kind, amount, staff_grant.booking_id, payer.name, payer.phone AS booking_phone
       FROM staff_grant LEFT JOIN payer ON payer.id = ${CUSTOMER_OF('staff_grant.booking_id', 'staff_grant.payer_id')}
       WHERE staff_id IS $staff AND ${IS_ALARMING} ORDER BY staff_grant.id DESC LIMIT ${GRANTS_SHOWN}`,
    );
  }

  /**
   * Counts what `actor` gives away for a booking, or throws `forbidden` if only an owner may. Refused attempts are
   * recorded too, in a separate write, because the failure rolls this one back.
   */
  add(tx: Transaction, actor: Actor, grant: Grant): void {
    if (actor.role !== 'staff') return;
    const error = this.#error(tx, actor, grant);
    if (error === null) {
      insertGrant(tx, actor, grant);
      return;
    }
    // If a failing disk keeps an attempt from being recorded, nothing has changed.
    this.#club.write((later) => insertRefusal(later, actor, grant)).catch(() => {});
    throw new Failure('forbidden', error);
  }

  /**
   * Refuses staff who have begun more with payments that nothing proves than they may give away in a day: who buys a plan
   * has it at once, and nobody would miss the money.
   */
  assertSalesProven(tx: Transaction, actor: Actor): void {
    if (actor.role !== 'staff') return;
    const limit = this.#settings.current().staff.daily_limit;
    const from = tx.now - STAFF_LIMIT_HOURS * HOUR_MS;
    const amount = this.#sumUnprovenSales.get({ staff: actor.user_id, from })?.amount ?? 0;
    if (amount <= limit) return;
    this.#club
      .write((later) => insertRefusal(later, actor, { kind: 'refused', amount, booking_id: null }))
      .catch(() => {});
    throw new Failure(
      'forbidden',
      `Staff may sell plans for up to ${formatPkr(limit)} in ${STAFF_LIMIT_HOURS} hours on transfers and cards without a receipt. Sell it to be paid later, or ask an owner.`,
    );
  }

  /** Records what owners are told about but no limit prevents. */
  note(tx: Transaction, actor: Actor, grant: Grant): void {
    if (actor.role === 'staff') insertGrant(tx, actor, grant);
  }

  /**
   * Whether the staff member takes back an own approval of a customer's receipt shortly after it: the receipt waits again,
   * no money was in anybody's hand, and no hours of a plan were used meanwhile.
   */
  isSlip(tx: Transaction, actor: Actor, entryId: number): boolean {
    return (
      tx.db
        .query(
          `SELECT 1 FROM ledger_entry AS entry WHERE entry.id = ? AND kind = 'payment' AND method = 'bank_transfer'
             AND actor_id IS ? AND entry.at > ?
             AND EXISTS (SELECT 1 FROM receipt WHERE receipt.payer_id = entry.payer_id AND by_customer = 1
               AND rejected_at IS NULL AND created_at <= entry.at)
             AND NOT EXISTS (SELECT 1 FROM bank_match WHERE entry_id = entry.id)
             AND NOT EXISTS (SELECT 1 FROM purchase_slot JOIN payer USING (purchase_id)
               WHERE payer.id = entry.payer_id)`,
        )
        .get(entryId, actor.user_id, tx.now - SLIP_MINUTES * 60_000) !== null
    );
  }

  #error(tx: Transaction, actor: Actor, grant: Grant): string | null {
    return this.#limitError(tx, actor, grant) ?? holdError(tx, grant);
  }

  #limitError(
    tx: Transaction,
    { user_id }: Actor,
    { amount, booking_id, payer_id = null }: Grant,
  ): string | null {
    const { refund_limit, daily_limit } = this.#settings.current().staff;
    const dayAgo = tx.now - STAFF_LIMIT_HOURS * HOUR_MS;
    const byStaff = this.#sumByStaff.get(user_id, booking_id, payer_id, dayAgo);
    return staffLimitError(
      amount,
      {
        booking: byStaff?.booking ?? 0,
        staff: byStaff?.day ?? 0,
        customer: this.#sumByCustomer.get(booking_id, payer_id, dayAgo)?.amount ?? 0,
      },
      { booking: refund_limit, day: daily_limit },
    );
  }

  /**
   * What each staff member gave away since an owner last looked, if it is a lot, was refused or is missing. Transfers
   * and cards without a receipt are not refused, because most are genuine; more than a day's limit is an alarm.
   */
  listAlarms(now: number): StaffAlarm[] {
    const from = now - ALARM_DAYS * 24 * HOUR_MS;
    const limit = this.#settings.current().staff.daily_limit;
    return this.#selectAlarms
      .all({ from })
      .filter(({ given, refused, unproven, missing, taken_out, contacts }) => {
        if (contacts > 0) return true;
        return refused > 0 || unproven > limit || (given + missing + taken_out) * 2 >= Math.max(limit, 1);
      })
      .map(({ since, ...row }) => ({
        ...row,
        staff_name: this.#nameOf(row.staff_id),
        since: clubTimestamp(since),
        grants: this.#selectGrants
          .all({ staff: row.staff_id, from })
          .map(({ at, name, ...grant }) => ({ ...grant, at: clubTimestamp(at), booking_name: name })),
      }));
  }

  /** An owner has looked at what a staff member did, up to the entry `lastId`. */
  markSeen(tx: Transaction, staffId: number | null, lastId: number): void {
    tx.db
      .query('UPDATE staff_grant SET seen_at = ? WHERE staff_id IS ? AND id <= ? AND seen_at IS NULL')
      .run(tx.now, staffId, lastId);
  }

  #nameOf(staffId: number | null): string | null {
    return userName(this.#club.db, staffId);
  }
}

/** Credit goes to the account that booked, which no correction changes; other money goes wherever somebody says. */
function holdError(tx: Transaction, { kind, booking_id, payer_id = null }: Grant): string | null {
  if (kind !== 'refund' || payer_id === null) return null;
  return payeeHoldError(changesFor(listPayeeChanges(tx.db, { booking_id, payer_id }, tx.now), payer_id));
}

function userName(db: Database, id: number | null): string | null {
  return (
    db.query<{ name: string }, [number | null]>('SELECT name FROM user WHERE id = ?').get(id)?.name ?? null
  );
}

function insertGrant(tx: Transaction, actor: Actor, grant: Grant): void {
  const { kind, amount, booking_id, payer_id, line_id } = grant;
  tx.db
    .query(
      'INSERT INTO staff_grant (at, staff_id, booking_id, kind, amount, line_id, payer_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(tx.now, actor.user_id, booking_id, kind, amount, line_id ?? null, payer_id ?? null);
}

/** Repeating the attempt isn't recorded again until an owner has seen it. */
function insertRefusal(tx: Transaction, actor: Actor, { amount, is_new, ...grant }: Grant): void {
  const booking_id = is_new ? null : grant.booking_id;
  const same = tx.db
    .query(
      `SELECT 1 FROM staff_grant WHERE kind = 'refused' AND seen_at IS NULL AND staff_id IS ? AND booking_id IS ?
         AND amount >= ?`,
    )
    .get(actor.user_id, booking_id, amount);
  if (same === null) insertGrant(tx, actor, { kind: 'refused', amount, booking_id });
}

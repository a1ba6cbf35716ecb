import type { Database } from 'bun:sqlite';
import type { BookingBalances, RefundDue, ToCollect } from '../domain/api/ledger-answers.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import { refundWays } from '../domain/money-ways.ts';
import { changesFor } from '../domain/payee.ts';
import { dueOf } from '../domain/share.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { listPayeeChanges } from '../ledger/payee-changes.ts';
import { toShare } from '../payers/answers.ts';
import type { BookingStore } from './store.ts';

/** SQLite keeps the order of a cross join; otherwise it would read all bookings by date for the few payers. */
const OWING = `payer INDEXED BY payer_owing CROSS JOIN booking ON booking.id = payer.booking_id
  WHERE payer.charge > payer.received AND booking.status <> 'cancelled'`;
/** What the customer has paid towards others' open parts stays until they pay. */
const OPEN_OF_OTHERS = `iif(payer.position > 1, 0, ifnull((SELECT sum(max(0, other.charge - other.received))
  FROM payer AS other WHERE other.booking_id = payer.booking_id AND other.position > 1), 0))`;
const OWED_SUM = `payer.received - payer.charge - ${OPEN_OF_OTHERS}`;
const OWED = `payer INDEXED BY payer_owed CROSS JOIN booking ON booking.id = payer.booking_id
  WHERE payer.received > payer.charge AND ${OWED_SUM} > 0`;
/** PKR of the refunds due for play on the business days from `?1` to `?2`. */
export const SUM_REFUNDS_DUE = `SELECT coalesce(sum(${OWED_SUM}), 0) FROM ${OWED} AND booking.date BETWEEN ?1 AND ?2`;
/** The number of refunds due, answered from an index. */
export const COUNT_REFUNDS_DUE = `SELECT count(*) AS count FROM ${OWED}`;

/** Bookings with money outstanding on the business days of `when`; `?1` is today. */
export function owingBookings(when: string): string {
  return `SELECT DISTINCT booking.id, booking.date, booking.start_time FROM ${OWING} AND ${when}`;
}

/** Bookings with money to give back or to collect at `now`. */
export function listBalances(
  db: Database,
  services: { bookings: BookingStore; ledger: LedgerStore },
  now: number,
): BookingBalances {
  const { bookings } = services;
  const today = businessDayOf(now);
  const collect = (when: string, order: string) => {
    const all = db
      .query<{ id: number }, [string]>(`SELECT id FROM (${owingBookings(when)}) ORDER BY ${order}`)
      .all(today)
      .filter(({ id }) => bookings.payers.dueOf({ id }) > 0);
    const listed = all.slice(0, LIST_LIMITS.inbox).map(({ id }) => toCollect(bookings, id));
    return { listed, count: all.length };
  };
  const coming = collect('booking.date >= ?1', 'date, start_time');
  const past = collect('booking.date < ?1', 'date DESC, id DESC');
  return {
    to_give_back: listRefundsDue(db, services, now),
    to_collect: coming.listed,
    overdue: past.listed,
    counts: {
      to_give_back: db.query<{ count: number }, []>(COUNT_REFUNDS_DUE).get()?.count ?? 0,
      to_collect: coming.count,
      overdue: past.count,
    },
  };
}

/** Who owes how much of a booking. */
function toCollect(bookings: BookingStore, id: number): ToCollect {
  const booking = bookings.require(id);
  const payers = bookings.payers.listOf(booking);
  const owing = payers.flatMap((payer, index) => {
    if (payer.balance <= 0) return [];
    const { id, position, state, payment_method, receipt_received, hold_until } = toShare(payer);
    return [
      {
        id,
        position,
        state,
        payment_method,
        receipt_received,
        hold_until,
        name: payer.name || `Player ${index + 1}`,
        phone: payer.phone,
        amount: payer.balance,
      },
    ];
  });
  return { ...booking, due: dueOf(payers), owing };
}

/** Refunds due, nearest date first, with any changes to where they go. */
export function listRefundsDue(
  db: Database,
  { bookings, ledger }: { bookings: BookingStore; ledger: LedgerStore },
  now: number,
): RefundDue[] {
  return db
    .query<{ id: number; amount: number }, []>(
      `SELECT payer.id, ${OWED_SUM} AS amount FROM ${OWED}
       ORDER BY booking.date, booking.id, payer.position LIMIT ${LIST_LIMITS.inbox}`,
    )
    .all()
    .map(({ id, amount }) => {
      const [booking, payer] = bookings.requirePart(id);
      const { position, name, phone, state, refund_account } = payer;
      return {
        booking,
        payer: { id, position, name, phone, state, refund_account },
        amount,
        ways: refundWays(ledger.listByPayer(payer), amount),
        payee_changes: changesFor(listPayeeChanges(db, { booking_id: booking.id, payer_id: id }, now), id),
      };
    });
}

import type { Role } from './account.ts';
import type { SecurityChange } from './account-message.ts';
import type { Attendance } from './booking.ts';
import type { BookingStatus } from './booking-status.ts';
import type { BlockRule } from './customer.ts';
import type { PayeeDoubt } from './payee.ts';
import type { CancelledBy } from './refund.ts';

interface Change<Value> {
  from: Value;
  to: Value;
}

/** Where and when a booking is played, and its price in PKR. */
export interface AuditedCourtTime {
  court_id: number;
  date: string;
  /** Start times in playing order. */
  slots: string[];
  amount: number;
}

/** What the audit log stores with each action. It holds nothing personal but what an admin wrote in a customer's place. */
export interface AuditDetails {
  /**
   * `kept` is PKR of the price; it and `cancelled_by` only where a person cancelled. `unpaid`: the system
   * released the booking at its deadline.
   */
  status: Change<BookingStatus> & { cancelled_by?: CancelledBy; kept?: number; reason?: 'unpaid' };
  /** `by_customer`: the customer used their free reschedule. */
  moved: Change<AuditedCourtTime> & { by_customer?: boolean };
  /**
   * An admin's correction names both addresses, as evidence of the customer whom it took the booking from; entries before
   * 0.3.0 lack them. A customer's own needs none.
   */
  email_corrected: { by_customer?: boolean } & Partial<Change<string>>;
  emails_resent: object;
  /** The company on the invoice; its name stands beside the booking. */
  company: { removed: boolean };
  /** The customer was emailed the club's present bank account. */
  bank_told: object;
  walk_in: object;
  /** An owner emailed a guest the link to their data. */
  data_link_sent: { corrected?: boolean };
  /** The person of a booking or an account deleted their data. */
  data_erased: object;
  /** `written_by` is the account that wrote the note. */
  contact_blocked: { rule: BlockRule; until: string | null };
  contact_unblocked: object;
  note_deleted: { written_by: number | null };
  attendance: Change<Attendance | null>;
  /**
   * The payer `payer` named the account for a refund. An admin's entry names both accounts, as evidence of where
   * the money went; without `doubt` a customer's own came by a link that only the payer had.
   */
  refund_account: Partial<Change<string>> & { payer: number; doubt?: PayeeDoubt };
  /** The price in PKR before and after an admin changed the add-ons. */
  add_ons: Change<number>;
  /** The price is shared with so many other players. */
  split: { payers: number };
  match_opened: { places: number };
  match_closed: object;
  match_kept: object;
  /** The system cancelled an open match that was not full. */
  match_not_full: object;
  /** PKR that the club keeps of the share. */
  payer_left: { payer: number; keep: number; taken_off: boolean };
  receipt: { replaced: boolean };
  /** The reason stands beside the receipt. */
  receipt_rejected: object;
  /** The money in PKR of a receipt that came after the release. */
  late_receipt: { decision: 'credit' | 'refund'; amount: number; payer?: number };
  /** A line of the bank's statement shows the entry, or does not any more. */
  transfer_confirmed: { entry: number };
  transfer_unconfirmed: { entry: number };
  /** The customer was asked for a transfer in PKR that the bank does not show. */
  transfer_asked: { payer: number | null; entry: number | null; amount: number };
  /** A statement of the bank was read: its lines of money that came in, and how many were new. */
  statement_read: { lines: number; new: number };
  /** A line belongs to no booking, or may again. */
  bank_line_ignored: { ignored: boolean };
  /** A person has seen that the bank did not take the money of a line back. */
  bank_line_kept: object;
  /** `result` is `paid`, `short`, `over`, `refund_due` or `another amount`; amounts in PKR. */
  card_payment: { provider: string; result: string; amount?: number; due?: number };
  /** A contact message left the list of those to answer, or came back to it. */
  message_read: { read: boolean };
  message_retried: { message: number; kind: string };
  /** The older name of `message_retried`. */
  notice_retried: { notice: number; kind: string };
  /** From the copy until the machine was lost: ISO 8601. */
  restored: { from: string; until: string };
  closed: { court_id: number; date: string; slots: string[] };
  reopened: { court_id: number; date: string; slots?: undefined };
  added: object;
  /** One change for each edited field of a court, `position` included, or for each edited setting. */
  edited: Record<string, unknown>;
  /** A court's rate in PKR from a later date of play on. */
  price_set: { from: string; hourly_rate: number };
  price_removed: { from: string; hourly_rate: number };
  /** Dates of a series that were booked, moved or cancelled together. */
  series_booked: { dates: number };
  series_moved: { dates: number };
  series_cancelled: { dates: number; from: string; until: string; cancelled_by: CancelledBy };
  series_declined: object;
  event_published: object;
  /** The event as a whole, or the date `date` of it. */
  event_cancelled: { date?: string; reason: string };
  /** The system cancelled an event without its least players. */
  event_too_few: { players: number };
  event_moved: Change<{ date: string; start_time: string }>;
  /** A member bought a plan at PKR `price`, or the reception sold it to them. */
  plan_sold: { plan: number; price: number };
  plan_paused: object;
  plan_resumed: { days: number };
  plan_extended: { days: number; reason: string };
  /** PKR that the club keeps. */
  plan_ended: { keep: number; reason: string };
  feed_created: { label: string; audience: string };
  feed_revoked: { label: string; audience: string };
  register: { provider?: string };
  sign_in_method: { provider: string };
  sign_in_method_removed: { provider: string };
  password: object;
  reset_link_created: object;
  verify_email: object;
  security_changed: { change: SecurityChange };
  session_ended: object;
  /** Entries from before roles lack it. */
  promoted: { role?: Role };
  demoted: object;
}
export type AuditAction = keyof AuditDetails;

/** One line of the audit log; `action` decides the type of `details`. */
export type AuditEntry = {
  [Action in AuditAction]: {
    id: number;
    at: string;
    actor: string;
    /** The name of the account; null for guests, the system and deleted accounts. */
    actor_name: string | null;
    action: Action;
    details: AuditDetails[Action];
  };
}[AuditAction];

/** The price in PKR when the receipt was uploaded; null when the booking was not rescheduled since. */
export function priceAtReceipt(history: readonly AuditEntry[]): number | null {
  const index = history.findLastIndex(({ action }) => action === 'receipt');
  return index < 0 ? null : priceBeforeReschedule(history.slice(index + 1));
}

function priceBeforeReschedule(history: readonly AuditEntry[]): number | null {
  const moved = history.find((entry) => entry.action === 'moved');
  return moved?.details.from.amount ?? null;
}

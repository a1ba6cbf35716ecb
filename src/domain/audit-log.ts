import type { Role } from './account.ts';
import type { SecurityChange } from './account-message.ts';
import type { Attendance } from './booking.ts';
import type { BookingStatus } from './booking-status.ts';
import type { BlockRule } from './customer.ts';
import type { PayeeDoubt } from './payee-doubts.ts';
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

/** Details stored with each action. Nothing personal, except what an admin entered on a customer's behalf. */
export interface AuditDetails {
  /**
   * `kept` is in PKR; it and `cancelled_by` are present only where a person cancelled. `unpaid`: the system released
   * the booking at its deadline. `closed`: the reason of the closure for which the club cancelled it.
   */
  status: Change<BookingStatus> & {
    cancelled_by?: CancelledBy;
    kept?: number;
    reason?: 'unpaid';
    closed?: string;
  };
  /** `by_customer`: the customer used their free reschedule. */
  moved: Change<AuditedCourtTime> & { by_customer?: boolean };
  /**
   * An admin's correction records both addresses, as evidence of whose booking it was; entries before 0.3.0 lack
   * them. A customer's own correction needs neither.
   */
  email_corrected: { by_customer?: boolean } & Partial<Change<string>>;
  emails_resent: object;
  /** The reception made a one-time link of the payer `payer`; `link` is the id of that entry. */
  link_handed: { payer: number };
  link_opened: { payer: number; link: number };
  /** The company on the invoice; its name is stored with the booking. */
  company: { removed: boolean };
  /** The customer was emailed the club's current bank account. */
  bank_told: object;
  walk_in: object;
  /** An owner emailed a guest the link to their data. */
  data_link_sent: { corrected?: boolean };
  /** The person behind a booking or an account deleted their data. */
  data_erased: object;
  contact_blocked: { rule: BlockRule; until: string | null };
  contact_unblocked: object;
  /** `written_by` is the account that wrote the note. */
  note_deleted: { written_by: number | null };
  attendance: Change<Attendance | null>;
  /**
   * The payer `payer` gave an account for a refund. An admin's entry records both accounts, as evidence of where the
   * money went. A customer's own without `doubt` came by a link that only the payer had.
   */
  refund_account: Partial<Change<string>> & { payer: number; doubt?: PayeeDoubt };
  /** The price in PKR before and after an admin changed the add-ons. */
  add_ons: Change<number>;
  /** The number of other players who share the price. */
  split: { payers: number };
  match_opened: { places: number };
  match_closed: object;
  match_kept: object;
  /** The system cancelled an open match that did not fill. */
  match_not_full: object;
  /** PKR of the share that the club keeps. */
  payer_left: { payer: number; keep: number; taken_off: boolean };
  receipt: { replaced: boolean };
  /** The reason is stored with the receipt. */
  receipt_rejected: object;
  /** The money in PKR of a receipt that came after the release. */
  late_receipt: { decision: 'credit' | 'refund'; amount: number; payer?: number };
  /** A line of the bank's statement confirms the entry, or no longer does. */
  transfer_confirmed: { entry: number };
  transfer_unconfirmed: { entry: number };
  /** The customer was asked about a transfer in PKR that the bank does not show. */
  transfer_asked: { payer: number | null; entry: number | null; amount: number };
  /** A bank statement was read: the number of incoming payments, and how many were new. */
  statement_read: { lines: number; new: number };
  /** A line was marked as belonging to no booking, or the mark was removed. */
  bank_line_ignored: { ignored: boolean };
  /** Somebody confirmed that the bank did not take a line's money back. */
  bank_line_kept: object;
  /** `result` is `paid`, `short`, `over`, `refund_due` or `another amount`; amounts in PKR. */
  card_payment: { provider: string; result: string; amount?: number; due?: number };
  /** A contact message was marked as answered, or reopened. */
  message_read: { read: boolean };
  message_retried: { message: number; kind: string };
  /** The older name of `message_retried`. */
  notice_retried: { notice: number; kind: string };
  /** From the time of the copy until the machine was lost, in ISO 8601. */
  restored: { from: string; until: string };
  closed: { court_id: number; date: string; slots: string[] };
  reopened: { court_id: number; date: string; slots?: undefined };
  added: object;
  /** One change for each edited setting, or for each edited field of a court including `position`. */
  edited: Record<string, unknown>;
  /** A court's rate in PKR from a later date of play. */
  price_set: { from: string; hourly_rate: number };
  price_removed: { from: string; hourly_rate: number };
  /** Dates of a series booked, moved or cancelled together. */
  series_booked: { dates: number };
  series_moved: { dates: number };
  series_cancelled: { dates: number; from: string; until: string; cancelled_by: CancelledBy };
  series_declined: object;
  event_published: object;
  /** The whole event, or only its date `date`. */
  event_cancelled: { date?: string; reason: string };
  /** The system cancelled an event that didn't reach its minimum of players. */
  event_too_few: { players: number };
  event_moved: Change<{ date: string; start_time: string }>;
  /** A member bought a plan for PKR `price`, or the reception sold it to them. */
  plan_sold: { plan: number; price: number };
  plan_shared: { friends: number };
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
  /** Missing in entries from before roles existed. */
  promoted: { role?: Role };
  demoted: object;
}
export type AuditAction = keyof AuditDetails;

/** `action` decides the type of `details`. */
export type AuditEntry = {
  [Action in AuditAction]: {
    id: number;
    at: string;
    actor: string;
    /** The account's name; null for guests, the system and deleted accounts. */
    actor_name: string | null;
    action: Action;
    details: AuditDetails[Action];
  };
}[AuditAction];

/** The price in PKR when the receipt was uploaded; null if the booking has not been rescheduled since. */
export function priceAtReceipt(history: readonly AuditEntry[]): number | null {
  const index = history.findLastIndex(({ action }) => action === 'receipt');
  return index < 0 ? null : priceBeforeReschedule(history.slice(index + 1));
}

function priceBeforeReschedule(history: readonly AuditEntry[]): number | null {
  const moved = history.find((entry) => entry.action === 'moved');
  return moved?.details.from.amount ?? null;
}

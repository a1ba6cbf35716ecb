import type { Role } from '../domain/account.ts';
import type { Booking } from '../domain/booking.ts';
import type { BookingStatus } from '../domain/booking-status.ts';
import type { ClosedFor } from '../domain/closing.ts';
import type { MoneyMethod } from '../domain/ledger.ts';
import type { CancelledBy } from '../domain/refund.ts';
import type { SeriesMessage } from '../domain/series-message-data.ts';

export type MakeUpChange = 'chosen' | 'moved' | 'cancelled' | 'undone';

/**
 * A change made by a module. Listeners inside the transaction write what must be committed with it, such as a
 * message; listeners after the commit notify others, such as an open dashboard.
 */
export type ClubEvent =
  /** `in_series`: a `series.changed` event tells the customer about all dates together. */
  | { kind: 'booking.created'; booking_id: number; booking: Booking; in_series?: true }
  /** `by_club`: the reception decided, so the message goes out without delay. `restored`: it had been cancelled. */
  | { kind: 'booking.paid'; booking_id: number; by_club: boolean; restored?: true | undefined }
  /**
   * `unpaid`: the system released it at its deadline. `refund_to`: the refund becomes credit in the same transaction.
   */
  | {
      kind: 'booking.cancelled';
      booking_id: number;
      from: BookingStatus;
      unpaid?: true | undefined;
      /** Its open match did not fill. */
      not_full?: true | undefined;
      refund_to?: 'credit' | undefined;
      /** Whose reason it was; absent for the system, or if nobody said. */
      cancelled_by?: CancelledBy | undefined;
      /** Why nobody can play at this time: the reason of the closure or closed day. */
      closed_for?: ClosedFor | undefined;
      by_club: boolean;
      in_series?: true;
    }
  /**
   * It was cancelled and gets its slots again. A listener that throws before it writes keeps it cancelled; nothing of the
   * booking is written yet.
   */
  | { kind: 'booking.restored'; booking_id: number }
  /** It begins within a day. Never emitted; only its reminder uses this. */
  | { kind: 'booking.reminder_due'; booking_id: number }
  | { kind: 'booking.attendance'; booking_id: number }
  | { kind: 'booking.add_ons_changed'; booking_id: number }
  /** A payer entered an account for a refund. */
  | { kind: 'booking.refund_account_given'; booking_id: number; payer_id: number; at: number }
  | {
      kind: 'booking.moved';
      booking_id: number;
      /** The previous time, with its price in PKR. */
      from?: { court_name: string; date: string; slots: string[]; amount: number };
      by_customer?: boolean;
      closed_for?: ClosedFor | undefined;
      in_series?: true;
    }
  /** Several dates of a series were booked, moved or cancelled together; `booking_id` is the first. */
  | ({ kind: 'series.changed'; booking_id: number } & SeriesMessage)
  | { kind: 'series.requested'; request_id: number }
  /** The booking's email has changed, and with it its key, so its emails go out again. */
  | { kind: 'booking.email_corrected'; booking_id: number; from: string; by_club: boolean }
  | { kind: 'booking.resend_requested'; booking_id: number }
  | { kind: 'booking.invoice_requested'; booking_id: number }
  /** An admin sends the club's current bank account to the customer of a pending transfer. */
  | { kind: 'booking.bank_changed'; booking_id: number }
  /** A customer wants to change the booking's address to `email`; the old address has to agree. */
  | { kind: 'booking.email_change_requested'; booking_id: number; email: string }
  /** A visitor asked for links to the upcoming bookings of an email address. */
  | { kind: 'manage_links.requested'; email: string }
  /** A booking was split, or its shares changed; `by_club`: the reception did it for the host. */
  | { kind: 'payers.split'; booking_id: number; by_club: boolean }
  /** A player entered a contact, which changed their key; `invited`: the host's link, which they had, is void. */
  | { kind: 'payer.joined'; booking_id: number; payer_id: number; invited?: true }
  /** The reception resends a player their own link. */
  | { kind: 'payer.link_requested'; booking_id: number; payer_id: number }
  /** The reception resends the host all links that no player has claimed yet. */
  | { kind: 'host.link_requested'; booking_id: number; payer_id: number }
  /** The host has taken over all or part of a share. */
  | { kind: 'payer.changed'; booking_id: number; payer_id: number }
  /** A held place in an open match was confirmed. */
  | { kind: 'payer.confirmed'; booking_id: number; payer_id: number }
  /** A place opened up for a player on the waiting list. */
  | { kind: 'payer.offered'; booking_id: number; payer_id: number }
  | { kind: 'match.changed'; booking_id: number }
  /** The match is not full and will be cancelled unless the host keeps it. */
  | { kind: 'match.asked'; booking_id: number }
  /** Sent for each player. */
  | { kind: 'match.full'; booking_id: number; payer_id: number }
  /** The booking was moved, cancelled or restored. */
  | {
      kind: 'payer.booking_changed';
      booking_id: number;
      payer_id: number;
      by_club: boolean;
      closed_for?: ClosedFor | undefined;
      /** Who or what cancelled it; absent for a move. */
      cancelled?: 'host' | 'club' | 'unpaid' | 'not_full' | undefined;
    }
  | { kind: 'payer.paid'; booking_id: number; payer_id: number; entry_id: number; by_club: boolean }
  /**
   * Half of the time to pay has passed. For payers other than the customer, also: play begins in three hours, or a
   * payment was undone. Each `at` is announced once: the customer's is the deadline.
   */
  | { kind: 'payer.payment_due'; booking_id: number; payer_id: number; at: number }
  /** The payer owes again, until the booking's deadline; no other message about the same change says so. */
  | {
      kind: 'payer.reopened';
      booking_id: number;
      payer_id: number;
      cause: 'payment_undone' | 'price_changed' | 'player_left' | 'shares_open' | 'match_closed';
    }
  /** PKR that the club keeps and gives back. `taken_off`: the host or the reception removed the player. */
  | {
      kind: 'payer.left';
      booking_id: number;
      payer_id: number;
      keep: number;
      give_back: number;
      taken_off: boolean;
      by_club: boolean;
      reason?: string;
      /** Nobody paid for the held place in time. */
      expired?: true;
    }
  /** The ledger entry `entry_id` gave back money in PKR, separately from any cancellation. */
  | {
      kind: 'payer.refunded';
      booking_id: number;
      payer_id: number;
      entry_id: number;
      amount: number;
      method: MoneyMethod;
    }
  /** The refund `entry_id` was a mistake, so its `amount` in PKR has not gone back. */
  | {
      kind: 'payer.refund_undone';
      booking_id: number;
      payer_id: number;
      entry_id: number;
      amount: number;
      method: MoneyMethod;
    }
  /**
   * The payment `entry_id` of a cancelled booking or a player who left, recorded at `recorded` in epoch milliseconds,
   * was a mistake, so nothing of its `amount` in PKR goes back.
   */
  | {
      kind: 'payer.payment_undone';
      booking_id: number;
      payer_id: number;
      entry_id: number;
      amount: number;
      method: MoneyMethod;
      recorded: number;
    }
  /** The time to pay is over. The unpaid `amount` PKR is the host's until others take the `opened` places. */
  | { kind: 'payers.closed'; booking_id: number; amount: number; opened: number }
  /** Somebody took a place in an event or bought something; `payer_id` alone owes for it. */
  | { kind: 'item.taken'; payer_id: number }
  /** A place became free for someone on the waiting list. */
  | { kind: 'item.offered'; payer_id: number }
  /** It is fully paid, so it is the payer's. */
  | { kind: 'item.paid'; payer_id: number; at: number; by_club: boolean }
  /** Half of the time to pay has passed, or a payment was undone. */
  | { kind: 'item.payment_due'; payer_id: number; at: number }
  /** Its time or place has changed. */
  | { kind: 'item.changed'; payer_id: number; at: number }
  /**
   * The club chose the date at which a missed one is made up, moved or cancelled it, or undid the choice: its event's
   * title, its time and courts in words, before a move too, and when it ends in epoch milliseconds.
   */
  | {
      kind: 'item.make_up_changed';
      payer_id: number;
      session_id: number;
      change: MakeUpChange;
      title: string;
      date: string;
      before?: string;
      ends: number;
      at: number;
    }
  /** The payer gave it back, was removed or did not pay in time, or the club cancelled it; amounts in PKR. */
  | {
      kind: 'item.left';
      payer_id: number;
      keep: number;
      give_back: number;
      cause: 'left' | 'taken_off' | 'expired' | 'cancelled';
      reason?: string;
    }
  /** Card money in PKR that nothing is owed for: the place or purchase is gone, or was paid another way. */
  | { kind: 'item.unmatched'; payer_id: number; amount: number; at: number }
  | { kind: 'item.refunded'; payer_id: number; entry_id: number; amount: number; method: MoneyMethod }
  /** An account for a refund was entered. */
  | { kind: 'item.refund_account_given'; payer_id: number; at: number }
  | { kind: 'item.refund_undone'; payer_id: number; entry_id: number; amount: number; method: MoneyMethod }
  /** The same as `payer.payment_undone`, of what was given back or cancelled. */
  | {
      kind: 'item.payment_undone';
      payer_id: number;
      entry_id: number;
      amount: number;
      method: MoneyMethod;
      recorded: number;
    }
  /** A tournament's rounds, scores or players changed. */
  | { kind: 'tournament.changed'; event_id: number }
  /** A purchase ends in `days` days, on the business day `ends_on`. */
  | { kind: 'item.ending'; payer_id: number; days: number; ends_on: string }
  /** `after_rejected`: the payer's last receipt that was rejected. */
  | { kind: 'item.receipt_received'; payer_id: number; after_rejected: number | null }
  | { kind: 'item.receipt_rejected'; payer_id: number; receipt_id: number; reason: string }
  | { kind: 'receipt.received'; booking_id: number; payer_id: number; receipt_id: number }
  /** An admin rejected the receipt `receipt_id`. */
  | { kind: 'receipt.rejected'; booking_id: number; receipt_id: number; reason: string; payer_id: number }
  /** The money of a receipt that came after the release, in PKR, has to be given back. */
  | { kind: 'receipt.refund_due'; booking_id: number; amount: number; payer_id: number }
  /**
   * A card payment in PKR that pays for no booking: the booking is cancelled, was paid another way, or costs a
   * different amount.
   */
  | { kind: 'payment.unmatched'; booking_id: number; amount: number; payer_id: number }
  /**
   * A card payment in PKR that counts for its booking but differs from the `due` price. `disputed`: the provider
   * first confirmed the full price, then reported this amount.
   */
  | {
      kind: 'payment.amount_mismatch';
      booking_id: number;
      amount: number;
      due: number;
      disputed: boolean;
      payer_id: number;
    }
  /**
   * The bank shows no transfer of the `amount` PKR that the club has known about `since`, and the reception is
   * asking.
   */
  | {
      kind: 'payment.not_in_bank';
      booking_id: number;
      payer_id: number;
      entry_id: number | null;
      amount: number;
      since: string;
      at: number;
    }
  /** Slots of a court's business day that became free; `freed_by` are digests of the customer who gave them up. */
  | {
      kind: 'slots.freed';
      court_id: number;
      date: string;
      slot_indexes: number[];
      freed_by: readonly string[];
    }
  /** A customer joined the waiting list; a guest still has to confirm. */
  | { kind: 'waitlist_entry.created'; waitlist_entry_id: number }
  | { kind: 'waitlist_entry.changed'; waitlist_entry_id: number }
  | { kind: 'offer.made'; offer_id: number }
  | { kind: 'offer.ended'; offer_id: number; by_club: boolean }
  /** A member with a confirmed address signed in, or has just confirmed it. */
  | { kind: 'user.confirmed'; user_id: number; email: string }
  /** `ends_feeds`: the user's calendar feeds end along with the sessions. */
  | { kind: 'user.logged_out_everywhere'; user_id: number; ends_feeds: boolean }
  | { kind: 'contact.received'; message_id: number }
  /** A customer wrote, the club answered, or the reception has read it. */
  | { kind: 'conversation.changed'; conversation_id: number }
  | { kind: 'message.queued'; outbox_id: number }
  | { kind: 'message.retried'; outbox_id: number }
  | { kind: 'court.changed'; court_id: number }
  | { kind: 'calendar.changed'; version: number }
  | { kind: 'add_on.changed'; add_on_id: number }
  | { kind: 'code.changed'; code_id: number }
  | { kind: 'plan.changed'; plan_id: number }
  /** A purchase began, ended, was paused or extended, or lost its payment. */
  | { kind: 'purchase.changed'; purchase_id: number }
  | { kind: 'closure.changed'; closure_id: number }
  /** An event, its dates or its attendance changed. */
  | { kind: 'event.changed'; event_id: number }
  /** A coach, their link or their other hours changed. */
  | { kind: 'coach.changed'; coach_id: number }
  | { kind: 'settings.changed'; keys: readonly string[] };

/** The person or program behind a change; stored in the audit log. */
export interface Actor {
  kind: 'guest' | 'member' | 'admin' | 'operator' | 'system';
  user_id: number | null;
  /** Only for admins. */
  role?: Role;
}

export const SYSTEM_ACTOR: Actor = { kind: 'system', user_id: null };

/** Whether the club's own people act, and not a customer or the system. */
export function actsForClub({ kind }: Actor): boolean {
  return kind === 'admin' || kind === 'operator';
}

/** An event about one booking. */
export type BookingEvent = Extract<ClubEvent, { booking_id: number }>;
/** An event about a place or purchase. */
export type ItemEvent = Extract<ClubEvent, { kind: `item.${string}` }>;

/**
 * Whether the reception caused an event. A customer can cause all others and may have typed a stranger's address, so
 * emails about them are limited per mailbox. A release counts as caused by not paying.
 */
const IS_BY_CLUB: {
  [K in (BookingEvent | ItemEvent)['kind']]: boolean | ((event: Extract<ClubEvent, { kind: K }>) => boolean);
} = {
  'booking.created': false,
  'booking.paid': ({ by_club }) => by_club,
  'booking.cancelled': ({ by_club, unpaid }) => by_club && !unpaid,
  'booking.restored': false,
  'booking.reminder_due': false,
  'booking.attendance': false,
  'booking.add_ons_changed': false,
  'booking.refund_account_given': false,
  'booking.moved': ({ by_customer }) => !by_customer,
  'series.changed': true,
  'booking.email_corrected': ({ by_club }) => by_club,
  'booking.resend_requested': true,
  'booking.invoice_requested': true,
  'booking.bank_changed': true,
  'booking.email_change_requested': false,
  'payers.split': ({ by_club }) => by_club,
  'payer.joined': false,
  'payer.link_requested': true,
  'host.link_requested': true,
  'payer.changed': false,
  'payer.confirmed': false,
  'payer.offered': false,
  'match.changed': false,
  'match.asked': false,
  'match.full': false,
  'payer.booking_changed': ({ by_club }) => by_club,
  'payer.paid': ({ by_club }) => by_club,
  'payer.payment_due': false,
  'payer.reopened': false,
  'payer.left': ({ by_club }) => by_club,
  'payer.refunded': true,
  'payer.refund_undone': true,
  'payer.payment_undone': true,
  'payers.closed': false,
  'receipt.received': false,
  'receipt.rejected': true,
  'receipt.refund_due': true,
  'payment.unmatched': false,
  'payment.amount_mismatch': false,
  'payment.not_in_bank': true,
  'item.taken': false,
  'item.offered': false,
  'item.paid': ({ by_club }) => by_club,
  'item.payment_due': false,
  'item.changed': true,
  'item.make_up_changed': true,
  'item.left': ({ cause }) => cause === 'cancelled' || cause === 'taken_off',
  'item.unmatched': true,
  'item.refunded': true,
  'item.refund_account_given': false,
  'item.refund_undone': true,
  'item.payment_undone': true,
  'item.ending': true,
  'item.receipt_received': false,
  'item.receipt_rejected': true,
};

export function isByClub(event: BookingEvent | ItemEvent): boolean {
  const isIt = IS_BY_CLUB[event.kind] as boolean | ((event: ClubEvent) => boolean);
  return typeof isIt === 'function' ? isIt(event) : isIt;
}

import type { SecurityChange } from '../../src/domain/account-message.ts';
import type { AuditDetails, AuditEntry, AuditedCourtTime } from '../../src/domain/audit-log.ts';
import type { Attendance } from '../../src/domain/booking.ts';
import { shortName } from '../../src/domain/clean-words.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import type { CancelledBy } from '../../src/domain/refund.ts';
import { isProvider, PROVIDER_LABELS } from '../../src/domain/sign-in-providers.ts';
import { dayLabel, timesLabel } from './date-time-labels.ts';

/** Describes what was done, without the actor and the time. */
type EntryFormatter = (entry: AuditEntry) => string;

type Change<T> = { from: T; to: T };

/** `payers`: those of the booking, whom some entries are about. */
export function formatBookingEntry(
  { action, details }: AuditEntry,
  payers: readonly { id: number; name: string }[],
): string {
  if (action === 'status') return formatStatusChange(details);
  if (action === 'payer_left') {
    const name = shortName(payers.find(({ id }) => id === details.payer)?.name ?? '') || 'A player';
    const kept = details.keep > 0 ? `, ${formatPkr(details.keep)} kept` : '';
    return `${name} ${details.taken_off ? 'was removed' : 'gave the place back'}${kept}`;
  }
  if (action === 'moved') {
    return `Moved from ${courtTimeLabel(details.from)} to ${courtTimeLabel(details.to)}`;
  }
  if (action === 'attendance') return ATTENDANCE_TEXTS[details.to ?? 'none'];
  if (action === 'add_ons')
    return `Add-ons changed: ${formatPkr(details.from)} is now ${formatPkr(details.to)}`;
  if (action === 'email_corrected') return formatEmailCorrection(details);
  if (action === 'refund_account') return formatRefundAccount(details);
  if (action === 'link_handed') return 'Link made to hand over';
  if (action === 'link_opened') return 'Handed link opened';
  if (action === 'data_link_sent') return 'Link to the customer’s data emailed';
  if (action === 'data_erased') return 'Customer’s data deleted';
  if (action === 'contact_blocked')
    return details.rule === 'offline'
      ? 'Customer can no longer book online'
      : 'Customer must prepay online bookings';
  if (action === 'contact_unblocked') return 'Customer can book online again like everybody else';
  if (action === 'walk_in') return 'Walk-in booked at the desk';
  if (action === 'receipt') return details.replaced ? 'Receipt replaced' : 'Receipt received';
  if (action === 'receipt_rejected') return 'Receipt rejected';
  if (action === 'company') return details.removed ? 'Company removed' : 'Company on the invoice';
  if (action === 'bank_told') return 'New bank account emailed';
  if (action === 'transfer_confirmed') return 'Transfer found in the bank’s statement';
  if (action === 'transfer_unconfirmed') return 'Transfer separated from the bank’s statement';
  if (action === 'transfer_asked') return `Customer asked for a transfer of ${formatPkr(details.amount)}`;
  if (action === 'late_receipt') {
    const outcome = details.decision === 'credit' ? 'credit given' : 'to be refunded';
    return `Late receipt of ${formatPkr(details.amount)}: ${outcome}`;
  }
  if (action === 'card_payment') return formatCardPayment(details);
  if (action === 'message_retried' || action === 'notice_retried') return 'Message sent again';
  return humanizeKey(action);
}

const ATTENDANCE_TEXTS: Record<Attendance | 'none', string> = {
  arrived: 'Arrived',
  no_show: 'Did not come',
  none: 'Attendance cleared',
};

export const formatCourtEntry: EntryFormatter = ({ action, details }) => {
  if (action === 'closed')
    return `Closed on ${entryDayLabel(details.date, details.slots)}, ${timesLabel(details.slots)}`;
  if (action === 'reopened') return `Reopened on ${entryDayLabel(details.date, [])}`;
  if (action === 'added') return 'Court added';
  if (action === 'price_set' || action === 'price_removed') {
    const rate = `${formatPkr(details.hourly_rate)} an hour from ${shortDate(details.from)}`;
    return action === 'price_set' ? `Rate set: ${rate}` : `Rate removed: ${rate}`;
  }
  if (action !== 'edited') return humanizeKey(action);
  return Object.entries(details)
    .map(([field, change]) => formatCourtEdit(field, change as Change<unknown>))
    .join('. ');
};

const SECURITY_CHANGE_LABELS: Record<SecurityChange, string> = {
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  totp_added: 'Authenticator app set up',
  totp_removed: 'Authenticator app removed',
  recovery_codes_replaced: 'Recovery codes replaced',
  recovery_code_used: 'Recovery code used',
  second_factors_reset: 'Extra login step removed',
};

const USER_TEXTS: Record<string, string> = {
  register: 'Signed up',
  verify_email: 'Confirmed the email address',
  password: 'Chose a new password',
  reset_link_created: 'Link for a new password made',
  session_ended: 'Logged a device out',
  promoted: 'Made an owner',
  demoted: 'Made a member again',
};

export const formatUserEntry: EntryFormatter = ({ action, details }) => {
  const provider = 'provider' in details ? providerLabel(details.provider) : null;
  if (action === 'register' && provider) return `Signed up through ${provider}`;
  if (action === 'sign_in_method') return `${provider ?? 'A provider'} login added`;
  if (action === 'sign_in_method_removed') return `${provider ?? 'A provider'} login removed`;
  if (action === 'security_changed' && 'change' in details)
    return SECURITY_CHANGE_LABELS[details.change as SecurityChange];
  if (action === 'promoted' && 'role' in details && details.role === 'staff') return 'Made a staff member';
  return USER_TEXTS[action] ?? humanizeKey(action);
};

const ACTOR_LABELS: Record<string, string> = {
  operator: 'operator (command line)',
  system: 'automatic',
  guest: 'a visitor',
  member: 'a member',
  admin: 'an admin',
};

/** The actor's name, or the kind of actor if the account is gone. */
export function actorLabel({ actor, actor_name }: AuditEntry): string {
  return actor_name ?? ACTOR_LABELS[actor] ?? actor;
}

const CANCELLED_BY_TEXTS: Record<CancelledBy, string> = {
  customer: 'Cancelled for the customer',
  club: 'Cancelled by the club',
  medical: 'Cancelled in an emergency',
  mistake: 'Cancelled: booked by mistake',
};

function formatStatusChange({ from, to, cancelled_by, kept, reason }: AuditDetails['status']): string {
  if (reason === 'unpaid') return 'Released: not paid';
  if (from === 'cancelled' && to === 'paid') return 'Restored';
  if (from === 'paid' && to === 'pending') return 'Pending again: a payment was undone';
  if (to === 'paid') return 'Marked paid';
  if (to !== 'cancelled') return `Now ${to}`;
  const text = cancelled_by ? CANCELLED_BY_TEXTS[cancelled_by] : 'Cancelled';
  return kept ? `${text}, ${formatPkr(kept)} kept` : text;
}

function formatEmailCorrection({ by_customer, from, to }: AuditDetails['email_corrected']): string {
  if (by_customer) return 'Email corrected by the customer';
  return to === undefined ? 'Email corrected' : `Email changed from ${from || 'none'} to ${to}`;
}

function formatRefundAccount({ from, to }: AuditDetails['refund_account']): string {
  if (to === undefined) return 'Account for the refund entered by the customer';
  return from
    ? `Account for the refund changed from ${from} to ${to}`
    : `Account for the refund entered: ${to}`;
}

function formatCardPayment({ result, amount, due }: AuditDetails['card_payment']): string {
  const sum = amount === undefined ? '' : ` ${formatPkr(amount)}`;
  if (due !== undefined && result !== 'refund_due') {
    return `Card payment received:${sum}, ${result === 'over' ? 'more' : 'less'} than the price of ${formatPkr(due)}`;
  }
  if (result === 'paid') return `Paid by card:${sum}`;
  if (result === 'refund_due') return `Unmatched card payment received:${sum}. Refund it`;
  return amount === undefined
    ? `Card payment: ${result}`
    : `Card payment of a different amount received: ${formatPkr(amount)}`;
}

function formatCourtEdit(field: string, { from, to }: Change<unknown>): string {
  switch (field) {
    case 'hourly_rate':
      return `Hourly rate from ${formatPkr(Number(from))} to ${formatPkr(Number(to))}`;
    case 'name':
      return `Renamed from “${from}” to “${to}”`;
    case 'active':
      return to ? 'Reopened' : 'Retired';
    case 'position':
      return `Place in the list from ${from} to ${to}`;
    case 'image_url':
      return to ? 'New picture' : 'Picture removed';
    case 'description':
      return 'Description changed';
    case 'features':
      return `Features: ${(to as string[]).join(', ') || 'none'}`;
    default:
      return `${humanizeKey(field)} changed`;
  }
}

function entryDayLabel(date: string, slots: string[]): string {
  return dayLabel({ date, start_time: slots[0] ?? '07:00' });
}

function courtTimeLabel({ court_id, date, slots, amount }: AuditedCourtTime): string {
  return `court ${court_id}, ${entryDayLabel(date, slots)}, ${timesLabel(slots)} (${formatPkr(amount)})`;
}

function providerLabel(name: unknown): string | null {
  return typeof name === 'string' && isProvider(name) ? PROVIDER_LABELS[name] : null;
}

/** `card_payment` → `Card payment`, for actions without their own text. */
function humanizeKey(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1).replaceAll('_', ' ');
}

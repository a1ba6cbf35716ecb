import type { AuditDetails, AuditEntry, AuditedCourtTime } from '../../src/domain/audit.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { isProvider, PROVIDER_LABELS } from '../../src/domain/sign-in.ts';
import { dayLabel, timesLabel } from './format.ts';

/** What was done, in plain words, without who and when. */
type EntryFormatter = (entry: AuditEntry) => string;

type Change<T> = { from: T; to: T };

export const formatBookingEntry: EntryFormatter = ({ action, details }) => {
  if (action === 'status') return formatStatusChange(details);
  if (action === 'moved') {
    return `Moved from ${courtTimeLabel(details.from)} to ${courtTimeLabel(details.to)}`;
  }
  if (action === 'walk_in') return 'Written down at the desk';
  if (action === 'receipt') return details.replaced ? 'Receipt replaced' : 'Receipt received';
  if (action === 'card_payment') return formatCardPayment(details);
  if (action === 'notice_retried') return 'A message about it was sent again';
  return humanizeKey(action);
};

export const formatCourtEntry: EntryFormatter = ({ action, details }) => {
  if (action === 'closed')
    return `Closed on ${entryDayLabel(details.date, details.slots)}, ${timesLabel(details.slots)}`;
  if (action === 'reopened') return `Open again on ${entryDayLabel(details.date, [])}`;
  if (action !== 'edited') return humanizeKey(action);
  return Object.entries(details)
    .map(([field, change]) => formatCourtEdit(field, change as Change<unknown>))
    .join('. ');
};

export const formatUserEntry: EntryFormatter = ({ action, details }) => {
  const provider = 'provider' in details ? providerLabel(details.provider) : null;
  switch (action) {
    case 'register':
      return provider ? `Signed up through ${provider}` : 'Signed up';
    case 'verify_email':
      return 'Confirmed the email address';
    case 'password':
      return 'Chose a new password';
    case 'sign_in_method':
      return `${provider ?? 'A provider'} now also opens the account`;
    case 'sign_in_method_removed':
      return `${provider ?? 'A provider'} no longer opens the account`;
    case 'session_ended':
      return 'Logged a device out';
    case 'promoted':
      return 'Made an admin';
    case 'demoted':
      return 'Made a member again';
    default:
      return humanizeKey(action);
  }
};

const ACTOR_LABELS: Record<string, string> = {
  operator: 'the operator, at the club’s computer',
  system: 'the site by itself',
  guest: 'a visitor',
  member: 'a member',
  admin: 'an admin',
};

/** Who it was: a name, or the kind where no account stands behind it any more. */
export function actorLabel({ actor, actor_name }: AuditEntry): string {
  return actor_name ?? ACTOR_LABELS[actor] ?? actor;
}

function formatStatusChange({ from, to }: Change<string>): string {
  if (from === 'cancelled' && to === 'paid') return 'Restored';
  if (to === 'paid') return 'Marked paid';
  return to === 'cancelled' ? 'Cancelled' : `Now ${to}`;
}

function formatCardPayment({ result, amount, due }: AuditDetails['card_payment']): string {
  const sum = amount === undefined ? '' : ` ${formatPkr(amount)}`;
  if (due !== undefined && result !== 'refund_due') {
    return `Came by card:${sum}, ${result === 'over' ? 'more' : 'less'} than the ${formatPkr(due)} it costs`;
  }
  if (result === 'paid') return `Paid by card:${sum}`;
  if (result === 'refund_due') return `Card money that pays for nothing came:${sum}. Give it back`;
  return amount === undefined
    ? `Card payment: ${result}`
    : `Another amount came by card: ${formatPkr(amount)}`;
}

function formatCourtEdit(field: string, { from, to }: Change<unknown>): string {
  switch (field) {
    case 'hourly_rate':
      return `Hourly rate from ${formatPkr(Number(from))} to ${formatPkr(Number(to))}`;
    case 'name':
      return `Renamed from “${from}” to “${to}”`;
    case 'active':
      return to ? 'Can be booked again' : 'Taken out of use';
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

/** `card_payment` → `Card payment`: what nobody has given words to yet. */
function humanizeKey(action: string): string {
  return action.charAt(0).toUpperCase() + action.slice(1).replaceAll('_', ' ');
}

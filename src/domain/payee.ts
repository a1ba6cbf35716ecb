/**
 * A refund's recipient depends on the booking's email, where its link goes, and on the account. Both can be changed.
 */
import type { PayeeChange } from './api/ledger-answers.ts';
import type { AuditEntry } from './audit-log.ts';
import { clubTimestamp } from './business-day.ts';
import { formatPayBy } from './format-payment-deadline.ts';
import { isIban } from './iban.ts';

/**
 * How long after a doubtful change only an owner can give the money back. The old contact hears of it at once, three days
 * span a weekend, and a refund by transfer takes longer anyway.
 */
export const PAYEE_HOLD_DAYS = 3;
const HOLD_MS = PAYEE_HOLD_DAYS * 24 * 3_600_000;

/** Audit log actions that affect where a booking's refund goes. */
export const PAYEE_ACTIONS = ['walk_in', 'email_corrected', 'link_handed', 'refund_account'] as const;

/**
 * Changes of where a booking's money goes back to, oldest first. An email corrected by the club always counts,
 * because the club chooses when it records a payment; a customer's own change counts once money has come in.
 */
export function payeeChanges(
  history: readonly AuditEntry[],
  firstMoneyAt: number | null,
  now: number,
): PayeeChange[] {
  let doubt: 'club_email' | 'handed_link' | null = null;
  return history.flatMap((entry): PayeeChange[] => {
    const { action, details } = entry;
    const byClub = entry.actor !== 'guest' && entry.actor !== 'member';
    const change = { at: entry.at, by: byClub ? entry.actor_name : null, by_club: byClub };
    if (action === 'walk_in') doubt = 'club_email';
    if (action === 'link_handed') doubt ??= 'handed_link';
    if (action === 'refund_account') {
      const { payer, doubt = null, from = null, to = null } = details;
      return [held({ ...change, what: 'account', payer_id: payer, doubt, from, to }, now)];
    }
    if (action !== 'email_corrected') return [];
    const { by_customer = false, from = null, to = null } = details;
    const email = { ...change, what: 'email', payer_id: null, from, to } as const;
    if (!by_customer) {
      doubt = 'club_email';
      return [held({ ...email, by_club: true, doubt: null }, now)];
    }
    if (firstMoneyAt === null || Date.parse(entry.at) < firstMoneyAt) return [];
    // Without an email before, the link cannot have gone to one.
    return [held({ ...email, by_club: false, doubt: doubt && from === '' ? 'handed_link' : doubt }, now)];
  });
}

function held(change: Omit<PayeeChange, 'held_until'>, now: number): PayeeChange {
  const until = Date.parse(change.at) + HOLD_MS;
  const isHeld = (change.by_club || change.doubt !== null) && until > now;
  return { ...change, held_until: isHeld ? clubTimestamp(until) : null };
}

/** Changes that concern a payer's refund; the customer's email gives access to everyone's link. */
export function changesFor(changes: readonly PayeeChange[], payerId: number): PayeeChange[] {
  return changes.filter(({ what, payer_id }) => what === 'email' || payer_id === payerId);
}

/** Until when only an owner can give the money back; null if anyone at the reception may. */
export function payeeHeldUntil(changes: readonly PayeeChange[]): string | null {
  return changes.reduce<string | null>(
    (latest, { held_until }) => (held_until !== null && held_until > (latest ?? '') ? held_until : latest),
    null,
  );
}

/** Why staff can't give the money back yet; null when they can. */
export function payeeHoldError(changes: readonly PayeeChange[]): string | null {
  const until = payeeHeldUntil(changes);
  const change = changes.findLast(({ held_until }) => held_until !== null && held_until === until);
  if (until === null || change === undefined) return null;
  const what = change.what === 'email' ? 'The email of this booking' : 'The account for this refund';
  return `${what} was changed on ${formatPayBy(change.at)}. Until ${formatPayBy(until)} only an owner may give this money back. Ask an owner, or call the customer and wait.`;
}

/** The first Pakistani IBAN in a bank line, other than the club's own. */
export function payerIban(text: string, ownIban: string): string | null {
  const words = text.toUpperCase().match(/PK\d{2}[A-Z]{4}[A-Z0-9]{16}/g) ?? [];
  return words.find((word) => word !== ownIban && isIban(word)) ?? null;
}

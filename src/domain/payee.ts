/** Who gets a refund is decided by the booking's email, to which its link goes, and by the account: both can be changed. */
import type { PayeeChange } from './api/ledger-answers.ts';
import type { AuditEntry } from './audit-log.ts';
import { clubTimestamp } from './business-day.ts';
import { formatPayBy } from './format-payment-deadline.ts';
import { isIban } from './iban.ts';

/**
 * For so long after a doubtful change only an owner gives the money back. The old contact is told at once, and three days
 * reach over a weekend; a refund by transfer takes longer anyway.
 */
export const PAYEE_HOLD_DAYS = 3;
const HOLD_MS = PAYEE_HOLD_DAYS * 24 * 3_600_000;

/** The actions of a booking's history that say where its refund goes. */
export const PAYEE_ACTIONS = ['walk_in', 'email_corrected', 'refund_account'] as const;

/**
 * What has changed about where the money of a booking goes back to, oldest first. An email that the club corrects counts
 * whenever it was, because the club decides when it records a payment; a customer's own counts once money had come.
 */
export function payeeChanges(
  history: readonly AuditEntry[],
  firstMoneyAt: number | null,
  now: number,
): PayeeChange[] {
  let isClubEmail = false;
  return history.flatMap((entry): PayeeChange[] => {
    const { action, details } = entry;
    const byClub = entry.actor !== 'guest' && entry.actor !== 'member';
    const change = { at: entry.at, by: byClub ? entry.actor_name : null, by_club: byClub };
    if (action === 'walk_in') isClubEmail = true;
    if (action === 'refund_account') {
      const { payer, doubt = null, from = null, to = null } = details;
      return [held({ ...change, what: 'account', payer_id: payer, doubt, from, to }, now)];
    }
    if (action !== 'email_corrected') return [];
    const { by_customer = false, from = null, to = null } = details;
    const email = { ...change, what: 'email', payer_id: null, from, to } as const;
    if (!by_customer) {
      isClubEmail = true;
      return [held({ ...email, by_club: true, doubt: null }, now)];
    }
    if (firstMoneyAt === null || Date.parse(entry.at) < firstMoneyAt) return [];
    return [held({ ...email, by_club: false, doubt: isClubEmail ? 'club_email' : null }, now)];
  });
}

function held(change: Omit<PayeeChange, 'held_until'>, now: number): PayeeChange {
  const until = Date.parse(change.at) + HOLD_MS;
  const isHeld = (change.by_club || change.doubt !== null) && until > now;
  return { ...change, held_until: isHeld ? clubTimestamp(until) : null };
}

/** Those that concern the refund of a payer: the customer's email opens the links of all. */
export function changesFor(changes: readonly PayeeChange[], payerId: number): PayeeChange[] {
  return changes.filter(({ what, payer_id }) => what === 'email' || payer_id === payerId);
}

/** Until when only an owner gives the money back; null when anyone at the reception may. */
export function payeeHeldUntil(changes: readonly PayeeChange[]): string | null {
  return changes.reduce<string | null>(
    (latest, { held_until }) => (held_until !== null && held_until > (latest ?? '') ? held_until : latest),
    null,
  );
}

/** Why staff may not give the money back yet; null when they may. */
export function payeeHoldError(changes: readonly PayeeChange[]): string | null {
  const until = payeeHeldUntil(changes);
  const change = changes.findLast(({ held_until }) => held_until !== null && held_until === until);
  if (until === null || change === undefined) return null;
  const what = change.what === 'email' ? 'The email of this booking' : 'The account for this refund';
  return `${what} was changed on ${formatPayBy(change.at)}. Until ${formatPayBy(until)} only an owner may give this money back. Ask an owner, or call the customer and wait.`;
}

/** The first Pakistani IBAN in a line of the bank that is not the club's own. */
export function payerIban(text: string, ownIban: string): string | null {
  const words = text.toUpperCase().match(/PK\d{2}[A-Z]{4}[A-Z0-9]{16}/g) ?? [];
  return words.find((word) => word !== ownIban && isIban(word)) ?? null;
}

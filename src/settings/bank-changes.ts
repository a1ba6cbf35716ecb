import { listIbanChanges } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Bank } from '../domain/club.ts';
import { formatIban } from '../domain/iban.ts';

/** An owner of the club, to whom the server emails changes of the bank account. */
export interface OwnerContact {
  id: number;
  email: string;
  name: string;
}

/** Tells every owner that the account was changed. The first account of a new club is no change. */
export function tellOwners(
  tx: Transaction,
  change: { before: Bank; after: Bank; changedBy: string },
  owners: readonly OwnerContact[],
  notify: (tx: Transaction, message: AccountMessage) => void,
): void {
  const { before, after, changedBy } = change;
  if (!before.iban) return;
  const account = after.iban
    ? [
        after.account_title,
        after.bank_name,
        formatIban(after.iban),
        ...(after.qr_picture === before.qr_picture ? [] : ['The QR code was changed, too.']),
      ]
    : ['No account: bank transfer is not offered any more.'];
  for (const { id, email, name } of owners) {
    notify(tx, { kind: 'bank_changed', user_id: id, email, name, changed_by: changedBy, account });
  }
}

/** The IBAN of the club over time, as the history of the settings has it. */
export function bankAccounts(club: ClubDb, current: () => string) {
  return {
    current,
    lastChange: () => listIbanChanges(club.db).at(-1)?.at ?? 0,
    ibanAt: (instant: number) => {
      // Instants of bookings have full seconds; a change within the same second came first.
      const next = listIbanChanges(club.db).find(({ at }) => Math.floor(at / 1000) * 1000 > instant);
      return next ? next.from : current();
    },
  };
}

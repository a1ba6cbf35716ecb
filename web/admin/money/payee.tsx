import type { BookingDetail } from '../../../src/domain/api/admin-booking-routes.ts';
import type { PaidFrom, PayeeChange } from '../../../src/domain/api/ledger-answers.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { payeeHeldUntil } from '../../../src/domain/payee.ts';
import { CopyButton } from '../../shared/booking-view/copy-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ReceiptPicture } from '../bookings/receipt-picture.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';

/** Changes of where a refund goes, and until when only an owner can send it; nothing if there were none. */
export function PayeeChanges({ changes }: { changes: readonly PayeeChange[] }) {
  if (changes.length === 0) return null;
  const until = payeeHeldUntil(changes);
  const isDoubtful = changes.some(({ by_club, doubt }) => by_club || doubt !== null);
  return (
    <div className={isDoubtful ? 'payee alert warning small' : 'payee muted small'}>
      {changes.map((change) => (
        <p key={`${change.at} ${change.what} ${change.to}`}>{describeChange(change)}</p>
      ))}
      {until && <p>{`Until ${dateTimeLabel(until)}, only an owner may give it back.`}</p>}
    </div>
  );
}

const DOUBT_TEXTS = {
  club_email: ' through the link, which went to an email that the club had entered',
  handed_link: ' through a link that the reception had made',
  no_email: ' through a link that the player had not claimed',
  replaced: ' by the customer, in place of another account',
} as const;

function describeChange({ what, at, by_club, by, doubt, from, to }: PayeeChange): string {
  const who = by_club ? ` by ${by ?? 'the club'}` : doubt ? DOUBT_TEXTS[doubt] : ' by the customer';
  const both = what === 'email' && to ? `: ${from || 'none'} is now ${to}` : '';
  return `${what === 'email' ? 'Email changed' : 'Account entered'}${who}, ${dateTimeLabel(at)}${both}.`;
}

/** Where a refund may go: first of all back to the account that paid, as the bank or the receipt shows it. */
export function RefundAccounts({
  paidFrom,
  account,
  receipt,
  bookingId,
}: {
  paidFrom: readonly PaidFrom[];
  account: string | null;
  receipt: BookingDetail['receipt'];
  bookingId: number;
}) {
  if (paidFrom.length === 0 && account === null && receipt === null) return null;
  const ibans = paidFrom.flatMap(({ iban }) => iban ?? []);
  const isOther = account !== null && ibans.length > 0 && !ibans.some((iban) => account.includes(iban));
  return (
    <>
      <Facts
        of={{
          'Paid from':
            paidFrom.length > 0
              ? paidFrom.map(({ date, text, iban }) => (
                  <p key={`${date} ${text}`} className="payee-source">
                    {iban && <AccountNumber account={iban} />}
                    <span className="muted small">{`${shortDate(date)}, bank: ${text}`}</span>
                  </p>
                ))
              : receipt && <ReceiptPicture url={receipt.url} bookingId={bookingId} />,
          'Account entered': account && <AccountNumber account={account} />,
        }}
      />
      {isOther && <p className="alert warning small">The account entered is not the one that paid.</p>}
    </>
  );
}

/** An account with its number to copy; one entered by a customer is `IBAN, title`. */
export function AccountNumber({ account }: { account: string }) {
  const [number = ''] = account.split(',');
  return (
    <span className="cluster">
      <strong className="number" translate="no">
        {account}
      </strong>
      <CopyButton value={number.replace(/\s/g, '')} label="account for the refund" />
    </span>
  );
}

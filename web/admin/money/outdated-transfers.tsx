import type { OutdatedTransfer } from '../../../src/domain/api/settings-routes.ts';
import { formatIban } from '../../../src/domain/iban.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { phoneLink } from '../../ui/contact-links.ts';
import { ActionButton } from '../action-button.tsx';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

/** Pending transfers whose customers know the earlier account, with a button that emails them the new one. */
export function OutdatedTransfers() {
  const { data } = useAdminQuery('GET /api/admin/outdated-transfers');
  const { no_mail } = usePageData().club;
  if (!data || data.unpaid.length + data.with_receipt.length === 0) return null;
  const reachable = data.unpaid.filter(({ booking }) => booking.email !== '').length;
  return (
    <section className="outdated-transfers card flat" aria-labelledby="outdated-transfers-title">
      <h4 id="outdated-transfers-title">Customers who have the earlier account</h4>
      {data.unpaid.length > 0 && (
        <>
          <p>
            They have booked but not paid yet. The booking page shows them the new account, but{' '}
            {no_mail ? 'they may have noted' : 'their email names'} the earlier one.
          </p>
          <TransferList transfers={data.unpaid} />
        </>
      )}
      {data.with_receipt.length > 0 && (
        <>
          <p>These have sent their receipts already. Look for their payments in the earlier account.</p>
          <TransferList transfers={data.with_receipt} />
        </>
      )}
      {reachable > 0 && data.iban && !no_mail && (
        <ActionButton
          className=""
          failure="The emails could not be sent. Please try again."
          act={() => callApi('POST /api/admin/outdated-transfers/email')}
          onDone={({ data: { emailed } }) =>
            showToast('success', 'Email sent', `${customers(emailed)} will get the new account.`)
          }
        >
          Email the new account to {customers(reachable)}
        </ActionButton>
      )}
    </section>
  );
}

function TransferList({ transfers }: { transfers: readonly OutdatedTransfer[] }) {
  const { no_mail } = usePageData().club;
  return (
    <ul className="lines">
      {transfers.map(({ booking, known_iban }) => (
        <li key={booking.id}>
          <BookingListItem booking={booking} suffix={`. ${knownAccountText(known_iban)}`} />
          {(booking.email === '' || no_mail) && (
            <div className="small">
              No email: call <a href={phoneLink(booking.phone)}>{booking.phone}</a>{' '}
              <WhatsAppMenu phone={booking.phone} name={booking.name} about={{ booking }} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function knownAccountText(iban: string): string {
  return iban ? `Told ${formatIban(iban)}` : 'Told to call for the account';
}

function customers(count: number): string {
  return count === 1 ? '1 customer' : `${count} customers`;
}

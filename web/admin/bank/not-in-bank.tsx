import type { MissingTransfer } from '../../../src/domain/api/bank-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { phoneLink } from '../../ui/contact-links.ts';
import { ActionButton } from '../action-button.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';

/** Transfers that the bank's statements should show by now but don't. */
export function useMissingTransfers(): MissingTransfer[] {
  return useAdminQuery('GET /api/admin/missing-transfers').data?.transfers ?? [];
}

/** Marks what the bank doesn't show of a booking. */
export function NotInBank({ bookingId }: { bookingId: number }) {
  return useMissingTransfers()
    .filter(({ booking_id }) => booking_id === bookingId)
    .map((transfer) => (
      <div key={`${transfer.payer_id} ${transfer.entry_id}`} className="alert warning admin-receipt-doubt">
        <NotInBankMark transfer={transfer} />
      </div>
    ));
}

/** Since when the bank should have shown a transfer and, after three banking days, a button to ask its customer. */
export function NotInBankMark({ transfer }: { transfer: MissingTransfer }) {
  const { booking_id, payer_id, entry_id, name, amount, banking_days, asked_at, can_ask, call } = transfer;
  return (
    <>
      <span>
        <strong>Not in the bank yet:</strong> {formatPkr(amount)} of {name}, {banking_days}{' '}
        {banking_days === 1 ? 'banking day' : 'banking days'}
        {asked_at && `. Asked ${dateTimeLabel(asked_at)}`}
      </span>
      {can_ask && booking_id !== null && (
        <ActionButton
          failure="The customer could not be asked. Please try again."
          act={() =>
            callApi('POST /api/admin/missing-transfers/ask', { body: { booking_id, payer_id, entry_id } })
          }
          onDone={() => showToast('success', 'Customer asked', `${name}, ${formatPkr(amount)}`)}
        >
          Ask the customer
        </ActionButton>
      )}
      {call !== null && (
        <span className="small">
          We can’t reach them by email or text message.{' '}
          {call && (
            <>
              Please call <a href={phoneLink(call)}>{call}</a> <WhatsAppMenu phone={call} name={name} />
            </>
          )}
        </span>
      )}
    </>
  );
}

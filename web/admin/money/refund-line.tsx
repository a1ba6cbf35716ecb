import type { RefundDue } from '../../../src/domain/api/ledger-answers.ts';
import type { ChatSubject } from '../../../src/domain/chat-sentences.ts';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { describeWays } from './ledger-labels.ts';
import { AccountNumber, PayeeChanges } from './payee.tsx';
import { PaymentButton } from './payment-sheet.tsx';

/** A refund in a list: whose it is, how much and by which ways; a press opens the booking. */
export function RefundListItem({ refund: { booking, payer, amount, ways } }: { refund: RefundDue }) {
  return (
    <BookingListItem
      booking={booking}
      amount={amount}
      suffix={`${payer.position === 1 ? '' : `, share of ${payer.name || 'a player'}`}${ways.length > 1 ? `: ${describeWays(ways)}` : ''}`}
    />
  );
}

/** What a chat with the payer is about. */
export function refundSubject({ booking, payer, amount, ways }: RefundDue): ChatSubject {
  const { id, position, name, state } = payer;
  const part = { id, position, name, state, balance: -amount };
  return {
    booking,
    payer: { ...part, payment_method: null, hold_until: null, receipt_received: false },
    ways,
  };
}

/** Gives the payer their money back; any changes of where it goes are shown below. */
export function RefundButton({
  refund: { booking, payer, amount, payee_changes },
  className = '',
}: {
  refund: RefundDue;
  className?: string;
}) {
  return (
    <>
      <PaymentButton
        booking={booking}
        payer={payer.position === 1 ? null : { id: payer.id, name: payer.name || 'a player' }}
        due={-amount}
        className={className}
      />
      {payer.refund_account && (
        <p className="small">
          To <AccountNumber account={payer.refund_account} />
        </p>
      )}
      <PayeeChanges changes={payee_changes} />
    </>
  );
}

import type { RefundDue } from '../../../src/domain/api/ledger-answers.ts';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { PayeeChanges } from './payee.tsx';
import { PaymentButton } from './payment-sheet.tsx';

/** One refund in a list: whose it is and how much; a press opens the booking. */
export function RefundListItem({ refund: { booking, player, amount } }: { refund: RefundDue }) {
  return (
    <BookingListItem
      booking={booking}
      amount={amount}
      suffix={player ? `, share of ${player.name || 'a player'}` : ''}
    />
  );
}

/** Gives the money back to the customer or the player; below it stands what has changed about where it goes. */
export function RefundButton({
  refund: { booking, player, amount, payee_changes },
  className = '',
}: {
  refund: RefundDue;
  className?: string;
}) {
  return (
    <>
      <PaymentButton
        booking={booking}
        player={player && { id: player.id, name: player.name || 'a player' }}
        due={-amount}
        className={className}
      />
      <PayeeChanges changes={payee_changes} />
    </>
  );
}

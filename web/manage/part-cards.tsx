import { InstructionsCard } from '../shared/booking-view/payment-card.tsx';
import { ReceiptCard } from '../shared/booking-view/receipt-card.tsx';
import { RefundCard } from '../shared/booking-view/refund-card.tsx';
import type { ItemDetails, PayerDetails } from '../shared/booking-view/use-booking-details.ts';

/** What a payer does about the money of a share, place or purchase: where a refund goes, how to pay, the receipt. */
export function PartCards({
  details,
  isOpen,
  mayPay,
  play,
}: {
  details: PayerDetails | ItemDetails;
  /** Something is owed. */
  isOpen: boolean;
  mayPay: boolean;
  /** Epoch milliseconds; a receipt comes before. */
  play: number;
}) {
  const { payer, instructions } = details;
  const { id, balance, payment_method, receipt_received } = payer;
  return (
    <>
      <RefundCard
        route="PUT /api/payers/:id/refund-account"
        id={id}
        balance={balance}
        paidWays={payer.paid_ways}
        account={payer.refund_account}
      />
      {mayPay && instructions && (
        <InstructionsCard instructions={instructions} method={payment_method ?? ''} />
      )}
      {isOpen && (payment_method === 'bank_transfer' || receipt_received) && (
        <ReceiptCard
          paysFor={`p${id}`}
          email=""
          received={receipt_received}
          rejected={payer.receipt_rejected}
          alsoOwed={'together' in details ? details.together.map(({ name }) => name) : []}
          play={play}
          folds
        />
      )}
    </>
  );
}

/** What makes a held place the payer's. */
export function HoldWarning({ prepaid }: { prepaid: boolean }) {
  return (
    <p className="alert warning">
      The place is yours as soon as you pay
      {prepaid ? ' or send a receipt' : ', send a receipt or choose to pay at the club'}.
    </p>
  );
}

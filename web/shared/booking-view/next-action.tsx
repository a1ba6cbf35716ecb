import { useEffect, useState } from 'react';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { acceptsLateReceipt } from '../../../src/domain/late-receipt.ts';
import { payOnlineBlock } from '../../../src/domain/self-service.ts';
import { reveal } from '../../lib/reveal.ts';
import { useCurrentMinute } from '../../lib/use-current-minute.ts';
import { usePageData } from '../page-data.tsx';

/**
 * The next thing for a customer paying by transfer: see how to pay and, once they have paid or come back from their
 * banking app, upload the receipt. On a phone it stays at the bottom of the screen.
 */
export function NextAction({ booking, rejected }: { booking: Booking; rejected: string | null }) {
  const { club } = usePageData();
  const now = useCurrentMinute();
  const [hasSeenAccount, setHasSeenAccount] = useState(false);
  useEffect(() => {
    const onReturn = () => {
      if (!document.hidden) setHasSeenAccount(true);
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, []);
  const { payment_method, status, balance } = booking;
  const isDue = payment_method === 'bank_transfer' && payOnlineBlock(booking) === null;
  const isLate = !booking.receipt_received && acceptsLateReceipt(booking, club.booking_rules, now);
  if (!isDue && !isLate) return null;
  const uploads = isLate || ((hasSeenAccount || rejected !== null) && status === 'pending');
  const goOn = () => {
    reveal(document.getElementById(uploads ? 'receipt-title' : 'pay-title'));
    if (uploads) document.querySelector<HTMLElement>('.receipt-drop input')?.focus();
    setHasSeenAccount(true);
  };
  return (
    <p className="next-action">
      <button type="button" className="wide" onClick={goOn}>
        {uploads ? 'Upload receipt' : `Pay ${formatPkr(balance)}`}
      </button>
    </p>
  );
}

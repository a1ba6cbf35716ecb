import { useIsOwner } from '../../shared/session.tsx';
import { LateReceiptDecisions } from '../bookings/late-receipt-decisions.tsx';
import { useUrlParams } from '../url-params.ts';
import { CashDrawer } from './cash-drawer.tsx';
import { LedgerView } from './ledger-view.tsx';
import { ShiftReport } from './shift-report.tsx';
import { BookingBalances } from './unsettled-bookings.tsx';

/** Money at the reception: what customers owe and are owed, the cash drawer and the ledger; or one shift's report. */
export default function MoneyPanel() {
  const { params } = useUrlParams();
  const isOwner = useIsOwner();
  if (/^\d{1,15}$/.test(params.shift ?? '')) return <ShiftReport id={Number(params.shift)} />;
  return (
    <section aria-label="Money" className="money">
      <LateReceiptDecisions />
      <div className="money-columns">
        <BookingBalances />
        <CashDrawer />
      </div>
      {isOwner && <LedgerView />}
    </section>
  );
}

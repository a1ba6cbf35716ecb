import { useIsOwner } from '../../shared/session.tsx';
import { LateReceipts } from '../bookings/late-receipts.tsx';
import { useUrlParams } from '../url-params.ts';
import { BalanceLists } from './balance-lists.tsx';
import { CashDrawer } from './cash-drawer.tsx';
import { LedgerView } from './ledger-view.tsx';
import { ShiftReport } from './shift-report.tsx';

/** Money at the reception: what customers owe and are owed, the cash drawer and the ledger; or one shift's report. */
export default function MoneyPanel() {
  const { params } = useUrlParams();
  const isOwner = useIsOwner();
  if (/^\d{1,15}$/.test(params.shift ?? '')) return <ShiftReport id={Number(params.shift)} />;
  return (
    <section aria-label="Money" className="money">
      <LateReceipts />
      <div className="money-columns">
        <BalanceLists />
        <CashDrawer />
      </div>
      {isOwner && <LedgerView />}
    </section>
  );
}

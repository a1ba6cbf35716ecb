import { formatPkr } from '../../../src/domain/format-money.ts';
import type { LedgerEntry, Shift } from '../../../src/domain/ledger.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { Facts } from '../../ui/facts.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { MoneyLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { KIND_LABELS } from './ledger-labels.ts';

/** With more entries the report prints in two columns, so that it stays on one page. */
const MAX_ENTRIES_IN_ONE_COLUMN = 24;

/** A cash shift with every cash entry, for the screen and for one A4 page. */
export function ShiftReport({ id }: { id: number }) {
  const { href } = useUrlParams();
  const { data, error } = useAdminQuery('GET /api/admin/shifts/:id', { params: { id } });
  return (
    <section aria-label={`Shift ${id}`} className="money">
      <div className="cluster money-report-actions">
        <a className="button quiet" href={href({ shift: undefined })}>
          <span className="arrow" aria-hidden="true">
            ←
          </span>{' '}
          Drawer
        </a>
        <button type="button" onClick={() => window.print()} disabled={!data}>
          Print the report
        </button>
      </div>
      <QueryStatus data={data} error={error} />
      {data && <ReportPage {...data} />}
    </section>
  );
}

function ReportPage({ shift, entries }: { shift: Shift; entries: LedgerEntry[] }) {
  const { club } = usePageData();
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const amounts = entries.map(({ amount }) => amount);
  const difference = shift.counted === null ? null : shift.counted - shift.expected;
  return (
    <article className="print-page">
      <header>
        <p className="muted">{club.name}</p>
        <h2>Cash shift {shift.id}</h2>
      </header>
      <Facts
        of={{
          Opened: [dateTimeLabel(shift.opened_at), shift.opened_by].filter(Boolean).join(', '),
          Closed:
            shift.closed_at === null
              ? 'Still open'
              : [dateTimeLabel(shift.closed_at), shift.closed_by].filter(Boolean).join(', '),
          Float: formatPkr(shift.float),
          'Cash in': formatPkr(sum(amounts.filter((amount) => amount > 0))),
          'Cash out': formatPkr(-sum(amounts.filter((amount) => amount < 0))),
          Expected: formatPkr(shift.expected),
          Counted: shift.counted !== null && formatPkr(shift.counted),
          Difference: difference !== null && (
            <span data-difference={Math.sign(difference)}>{describeDifference(difference)}</span>
          ),
          Note: shift.note,
        }}
        total="Expected"
      />
      {entries.length === 0 ? (
        <p>No cash was received or given back in this shift.</p>
      ) : (
        <ol
          className="lines shift-entries"
          aria-label="Cash entries"
          data-dense={entries.length > MAX_ENTRIES_IN_ONE_COLUMN}
        >
          {entries.map((entry) => (
            <li key={entry.id}>
              <MoneyLine
                name={
                  <>
                    {KIND_LABELS[entry.kind]}
                    {entry.booking_id !== null && ` #${entry.booking_id}`}
                    {entry.payer_name !== null && `, ${entry.payer_name || 'a player'}`}
                    {entry.note && `: ${entry.note}`}
                  </>
                }
                amount={entry.amount}
                details={[dateTimeLabel(entry.at), entry.actor_name].filter(Boolean).join(', ')}
              />
            </li>
          ))}
        </ol>
      )}
      <p className="print-signature">Signature</p>
    </article>
  );
}

/** `PKR 500 missing`, `PKR 500 over`, `Count matches` */
export function describeDifference(difference: number): string {
  if (difference === 0) return 'Count matches';
  return difference < 0 ? `${formatPkr(-difference)} missing` : `${formatPkr(difference)} over`;
}

import { clubTimestamp } from '../../../src/domain/business-day.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { formatPkr, withCommas } from '../../../src/domain/format-money.ts';
import type { LedgerPage, MoneyByPlay } from '../../../src/domain/ledger.ts';
import { MONEY_METHOD_LABELS, MONEY_METHODS } from '../../../src/domain/ledger.ts';
import { apiUrl } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { DownloadLink } from '../../shared/download-link.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { type DatePreset, DateRangeFilter, useDateChoice } from '../bookings/date-range-filter.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { ChoiceInput } from '../inputs.tsx';
import { MoneyLine } from '../list-line.tsx';
import { Pagination } from '../pagination.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { KIND_LABELS } from './ledger-labels.ts';

const DATE_PRESETS: readonly DatePreset[] = ['today', 'last7', 'last30', 'month', 'lastMonth'];

/** The ledger by day of receipt, with the filter's totals. */
export default function LedgerView() {
  const { params, navigate } = useUrlParams();
  // The ledger counts calendar days: a payment at 1 AM belongs to the new day.
  const today = clubTimestamp(serverNow()).slice(0, 10);
  const { method, cashier, cursor } = params;
  const dates = useDateChoice(today, DATE_PRESETS, 'today');
  const filter = { from: dates.startDate, to: dates.endDate, method, cashier };
  const { data, error } = useAdminQuery('GET /api/admin/ledger', { query: { ...filter, cursor } });
  const selectFilter = (patch: { method?: string | undefined; cashier?: string | undefined }) =>
    navigate({ ...patch, cursor: undefined }, { replace: true });
  const cashiers = data?.cashiers.filter(({ id }) => id !== null) ?? [];
  const isListed = cashiers.some(({ id }) => String(id) === cashier);
  return (
    <section className="card money" aria-labelledby="ledger">
      <h2 id="ledger" className="visually-hidden">
        Ledger
      </h2>
      <div className="admin-filters">
        <DateRangeFilter choice={dates} presets={DATE_PRESETS} today={today} />
        <ChoiceInput<string>
          label="Method"
          of={[['', 'All methods'], ...MONEY_METHODS.map((id) => [id, MONEY_METHOD_LABELS[id]] as const)]}
          value={method ?? ''}
          onChoose={(id) => selectFilter({ method: id || undefined })}
        />
        <ChoiceInput<string>
          label="Cashier"
          of={[
            ['', 'All cashiers'],
            ...cashiers.map(({ id, name }) => [String(id), name] as const),
            ...(cashier && !isListed ? [[cashier, 'Selected cashier'] as const] : []),
          ]}
          value={cashier ?? ''}
          onChoose={(id) => selectFilter({ cashier: id || undefined })}
        />
      </div>
      <QueryStatus data={data} error={error} />
      {data && <Totals page={data} />}
      {data?.by_play && <ByPlay money={data.by_play} />}
      {data && <Days entries={data.entries} />}
      <div className="admin-list-top">
        <DownloadLink href={apiUrl('GET /api/admin/ledger.csv', { query: filter })} name="ledger.csv">
          Download CSV
        </DownloadLink>
        <Pagination
          cursor={cursor}
          nextCursor={data?.next_cursor ? String(data.next_cursor) : null}
          label="Pages of the ledger"
        />
      </div>
    </section>
  );
}

interface Sums {
  in: number;
  out: number;
}

type LabelledSums = Sums & { label: string };

function sumOf(rows: readonly Sums[]): Sums {
  return {
    in: rows.reduce((sum, row) => sum + row.in, 0),
    out: rows.reduce((sum, row) => sum + row.out, 0),
  };
}

/** The sums of all pages of the filter. */
function Totals({ page: { totals, cashiers } }: { page: LedgerPage }) {
  if (totals.length === 0) return null;
  const total = { label: 'Total', ...sumOf(totals) };
  // Using credit moves no money, which came when it was sold.
  const money = totals.filter(({ method }) => method !== 'credit');
  const withoutCredit = { label: 'Total without credit', ...sumOf(money) };
  return (
    <div className="money-totals">
      <TotalsTable
        caption="By method"
        rows={totals.map((row) => ({ ...row, label: MONEY_METHOD_LABELS[row.method] }))}
        totals={money.length < totals.length ? [total, withoutCredit] : [total]}
      />
      <TotalsTable
        caption="By cashier"
        rows={cashiers.map((row) => ({ ...row, label: row.id === null ? 'Without a cashier' : row.name }))}
        totals={[total]}
      />
    </div>
  );
}

/** Why the money of these dates differs from the revenue in Insights. */
function ByPlay({ money: { these_dates, other_dates, credit, items, revenue } }: { money: MoneyByPlay }) {
  const other = [
    other_dates !== 0 && `${formatPkr(other_dates)} for games on other dates`,
    credit !== 0 && `${formatPkr(credit)} for credit`,
    items !== 0 && `${formatPkr(items)} for events and plans`,
  ].filter(Boolean);
  const rest = revenue - these_dates;
  return (
    <p className="muted small">
      By day of payment, without credit:{' '}
      <strong>{formatPkr(these_dates + other_dates + credit + items)}</strong>, of it{' '}
      {[`${formatPkr(these_dates)} for games on these dates`, ...other].join(', ')}. By day of play, as in{' '}
      Insights: <strong>{formatPkr(revenue)}</strong>
      {rest !== 0 && `, of it ${formatPkr(rest)} on other days or by credit`}.
    </p>
  );
}

function TotalsTable({
  caption,
  rows,
  totals,
}: {
  caption: string;
  rows: readonly LabelledSums[];
  totals: readonly LabelledSums[];
}) {
  return (
    <TableRegion
      label={caption}
      columns={[[caption], ['In, PKR', 'amount'], ['Out, PKR', 'amount'], ['Net, PKR', 'amount']]}
      foot={totals.map((row) => <SumsRow key={row.label} row={row} />)}
    >
      {rows.map((row) => (
        <SumsRow key={row.label} row={row} />
      ))}
    </TableRegion>
  );
}

function SumsRow({ row }: { row: LabelledSums }) {
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <td className="amount">{withCommas(row.in)}</td>
      <td className="amount">{withCommas(row.out)}</td>
      <td className="amount">{withCommas(row.in - row.out)}</td>
    </tr>
  );
}

function Days({ entries }: { entries: LedgerPage['entries'] }) {
  if (entries.length === 0) return <p className="muted">No money came in or went out on these dates.</p>;
  return [...Map.groupBy(entries, ({ at }) => at.slice(0, 10))].map(([day, entriesOfDay]) => (
    <div key={day}>
      <h3>{longDate(day)}</h3>
      <ul className="lines" aria-label={longDate(day)}>
        {entriesOfDay.map((entry) => (
          <LedgerLine key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  ));
}

/** A player of a split booking, or the booking's customer. */
function payerOf({ payer_name, booking_name }: LedgerPage['entries'][number]): string {
  if (payer_name === null) return booking_name ?? '';
  return payer_name ? `${payer_name}, player of ${booking_name}` : `A player of ${booking_name}`;
}

function LedgerLine({ entry }: { entry: LedgerPage['entries'][number] }) {
  const { href } = useUrlParams();
  const { booking_id, payer_id } = entry;
  const isItem = booking_id === null && payer_id !== null;
  return (
    <li>
      <MoneyLine
        {...(booking_id !== null
          ? { href: href({ booking: String(booking_id) }) }
          : isItem
            ? { href: href({ item: String(payer_id) }) }
            : {})}
        name={
          <>
            {KIND_LABELS[entry.kind]}, {MONEY_METHOD_LABELS[entry.method]}
            {booking_id !== null && (
              <span className="muted">
                {' '}
                #{booking_id} {payerOf(entry)}
              </span>
            )}
            {isItem && (
              <span className="muted">
                {' '}
                {[entry.item_title, entry.payer_name].filter(Boolean).join(', ')}
              </span>
            )}
          </>
        }
        amount={entry.amount}
        details={[
          `${dateTimeLabel(entry.at)}${entry.actor_name ? `, ${entry.actor_name}` : ''}`,
          entry.reference,
          entry.note,
          entry.reversed_by !== null && 'undone',
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    </li>
  );
}

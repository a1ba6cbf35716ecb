import { clubTimestamp } from '../domain/business-day.ts';
import type { CsvExport } from '../http/csv.ts';
import type { LedgerFilter, LedgerList } from './ledger-list.ts';

const COLUMNS = [
  'date',
  'booking',
  'customer',
  'kind',
  'method',
  'in_pkr',
  'out_pkr',
  'cashier',
  'shift',
  'reference',
  'note',
  'play_date',
  'charge_pkr',
  'discount_pkr',
  'payer',
];

/** The entries of a filter, newest first, with club time: a month of the file is a month of the club. */
export function ledgerCsv(list: LedgerList, filter: LedgerFilter): CsvExport {
  let beforeId: number | null = null;
  const nextBatch = (size: number) => {
    const rows = list.readRows(filter, size, beforeId);
    beforeId = rows.at(-1)?.id ?? beforeId;
    return rows.map((row) => [
      clubTimestamp(row.at),
      row.booking_id,
      row.booking_name,
      row.kind,
      row.method,
      Math.max(row.amount, 0),
      Math.max(-row.amount, 0),
      row.actor_name ?? row.actor,
      row.shift_id,
      row.reference,
      row.note,
      row.play_date,
      row.charge,
      row.discount,
      // Another payer than the customer; one whom the host did not name has a number only.
      row.payer_name === null ? null : row.payer_name || `Player ${row.payer_id}`,
    ]);
  };
  /** The totals of the filter by method, in the columns of the entries. */
  const lastRows = () =>
    list.readTotals(filter).map((total) => ['total', '', '', '', total.method, total.in, total.out]);
  return { columns: COLUMNS, nextBatch, lastRows };
}

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
  'item',
  'payer',
];

/** A filter's entries, newest first, in club time, so that a month in the file is a month at the club. */
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
      row.item_title,
      // A payer other than the customer; one the host did not name only has a number.
      row.payer_name === null ? null : row.payer_name || `Player ${row.payer_id}`,
    ]);
  };
  /** The filter's totals by method, in the same columns as the entries. */
  const lastRows = () =>
    list.readTotals(filter).map((total) => ['total', '', '', '', total.method, total.in, total.out]);
  return { columns: COLUMNS, nextBatch, lastRows };
}

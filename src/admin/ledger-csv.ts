import { streamCsv } from '../http/csv.ts';
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
];

/** The entries of a filter as CSV, newest first. */
export function streamLedgerCsv(list: LedgerList, filter: LedgerFilter): ReadableStream<Uint8Array> {
  let beforeId: number | null = null;
  return streamCsv(COLUMNS, (batchSize) => {
    const rows = list.readRows(filter, batchSize, beforeId);
    beforeId = rows.at(-1)?.id ?? beforeId;
    return rows.map((row) => [
      new Date(row.at).toISOString(),
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
    ]);
  });
}

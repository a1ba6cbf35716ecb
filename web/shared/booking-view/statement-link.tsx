import { type BookingRef, statementPath } from '../../lib/stored-booking-keys.ts';

/** A row that leads to a page to print: the invoice while something is owed, otherwise the receipt. */
export function StatementLink({ of, balance }: { of: BookingRef; balance: number }) {
  return (
    <a className="card row" href={statementPath(of)}>
      {balance > 0 ? 'Invoice to print' : 'Receipt to print'}
    </a>
  );
}

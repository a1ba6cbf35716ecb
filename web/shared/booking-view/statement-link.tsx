import { type BookingRef, statementPath } from '../../lib/stored-booking-keys.ts';

/** The invoice while something is to be paid, else the receipt, as a page to print. */
export function StatementLink({ of, balance }: { of: BookingRef; balance: number }) {
  return (
    <p>
      <a className="button ghost wide" href={statementPath(of)}>
        {balance > 0 ? 'Invoice to print' : 'Receipt to print'}
      </a>
    </p>
  );
}

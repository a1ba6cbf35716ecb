import { type BookingRef, statementPath } from '../../lib/stored-booking-keys.ts';

/** A page to print: the invoice while something is owed, otherwise the receipt. */
export function StatementLink({
  of,
  balance,
  isRow = false,
}: {
  of: BookingRef;
  balance: number;
  isRow?: boolean;
}) {
  const text = balance > 0 ? 'Invoice to print' : 'Receipt to print';
  if (isRow) {
    return (
      <a className="card row" href={statementPath(of)}>
        {text}
      </a>
    );
  }
  return (
    <p>
      <a className="button ghost wide" href={statementPath(of)}>
        {text}
      </a>
    </p>
  );
}

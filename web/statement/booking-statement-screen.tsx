import {
  bookingBalance,
  chargeLines,
  type Statement,
  type StatementEntry,
  statementTitle,
} from '../../src/domain/booking-statement.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { formatPayBy } from '../../src/domain/format-payment-deadline.ts';
import { formatIban } from '../../src/domain/iban.ts';
import { MONEY_METHOD_LABELS } from '../../src/domain/ledger.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../../src/domain/play-time.ts';
import { ApiError } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useQuery } from '../lib/query.ts';
import { useQueryParams } from '../lib/router.ts';
import { statusLabel } from '../shared/booking-status-label.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';

/** The receipt or invoice of a booking, made to be printed on one A4 page. */
export default function StatementScreen() {
  const { booking_id = '' } = useQueryParams();
  const hydrated = useHydrated();
  const id = hydrated && /^\d{1,15}$/.test(booking_id) ? Number(booking_id) : null;
  const { data, state, error } = useQuery('GET /api/booking/:id/statement', {
    params: { id: id ?? 0 },
    skip: id === null,
  });
  if (data) return <StatementPage statement={data} />;
  const isMissing = (hydrated && id === null) || (error instanceof ApiError && error.status === 404);
  return (
    <main id="main" className="container narrow" tabIndex={-1} aria-busy={!isMissing && state === 'loading'}>
      <div className="page-head">
        <h1>Your receipt</h1>
        <JavaScriptRequired feature="Your receipt" />
        {isMissing ? (
          <NotFound url={`/receipt?booking_id=${encodeURIComponent(booking_id)}`} />
        ) : state === 'failed' ? (
          <p className="alert danger" role="alert">
            Your receipt could not be loaded. Please reload the page.
          </p>
        ) : (
          <p className="requires-javascript">Loading your receipt …</p>
        )}
      </div>
    </main>
  );
}

function NotFound({ url }: { url: string }) {
  return (
    <>
      <p role="status">
        We cannot show this receipt. Please log in with the account that made the booking, or ask us for it.
      </p>
      <p className="cluster">
        <a className="button" href={`/login?next=${encodeURIComponent(url)}`}>
          Log in
        </a>
        <a className="button ghost" href="/contact">
          Contact us
        </a>
      </p>
    </>
  );
}

function StatementPage({
  statement: { booking, entries, company, issuer, bank, qr },
}: {
  statement: Statement;
}) {
  const { charge, received, balance } = booking;
  return (
    <main id="main" className="container narrow statement-page" tabIndex={-1}>
      <p className="statement-actions cluster">
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
        <a className="button ghost" href={`/success?booking_id=${booking.id}`}>
          Booking {booking.id}
        </a>
      </p>
      <article className="statement" data-theme="light">
        <header>
          <div>
            <h1>{statementTitle(booking)}</h1>
            <p>
              <NoWrap>{`Booking ${booking.id} of ${longDate(booking.created_at.slice(0, 10))}`}</NoWrap>
            </p>
          </div>
          <address>
            <strong>{issuer.name}</strong>
            <span>{issuer.address}</span>
            <span>{issuer.phone}</span>
            <span>{issuer.email}</span>
            {issuer.tax_number && <span>Tax number: {issuer.tax_number}</span>}
          </address>
        </header>
        <dl className="statement-facts">
          <div>
            <dt>Customer</dt>
            <dd>
              {company && (
                <>
                  <span>{company.company}</span>
                  {company.tax_number && <span>Tax number: {company.tax_number}</span>}
                </>
              )}
              <span>{booking.name}</span>
            </dd>
          </div>
          <div>
            <dt>Court</dt>
            <dd>{booking.court_name}</dd>
          </div>
          <div>
            <dt>Date and time</dt>
            <dd>
              <span>
                <NoWrap>{formatPlayDate(booking)}</NoWrap>
              </span>
              {playTimes(booking).map((play) => (
                <span key={play.start}>{formatPlayTime(booking.date, play)}</span>
              ))}
            </dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              {balance > 0 && booking.status === 'paid' ? 'Confirmed' : statusLabel(booking.status).text}
            </dd>
          </div>
        </dl>
        <table>
          <caption>Charge</caption>
          <tbody>
            {chargeLines(booking).map(({ label, amount }) => (
              <tr key={label}>
                <td>
                  <NoWrap>{label}</NoWrap>
                </td>
                <td className="amount">{signed(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="amount">{formatPkr(charge)}</td>
            </tr>
          </tfoot>
        </table>
        <table>
          <caption>Payments</caption>
          <tbody>
            {entries.length === 0 && (
              <tr>
                <td colSpan={2}>No payment has been recorded.</td>
              </tr>
            )}
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Received</th>
              <td className="amount">{formatPkr(received)}</td>
            </tr>
            <tr className="statement-balance">
              <th scope="row">Balance</th>
              <td className="amount">
                <NoWrap>{bookingBalance(booking)}</NoWrap>
              </td>
            </tr>
          </tfoot>
        </table>
        {bank && (
          <div className="statement-transfer">
            <dl className="statement-facts">
              <div>
                <dt>Bank transfer to</dt>
                <dd>
                  <span>{bank.account_title}</span>
                  <span>{bank.bank_name}</span>
                </dd>
              </div>
              <div>
                <dt>IBAN</dt>
                <dd>
                  <NoWrap>{formatIban(bank.iban)}</NoWrap>
                </dd>
              </div>
              <div>
                <dt>Reference</dt>
                <dd>Booking {booking.id}</dd>
              </div>
            </dl>
            {qr && (
              <figure>
                <QrPicture svg={qr.svg} alt={`QR code for a transfer of ${formatPkr(qr.amount)}`} />
                <figcaption>
                  Scan it with your bank’s app: it fills in the account and {formatPkr(qr.amount)}
                  {qr.expires_at && `, until ${formatPayBy(qr.expires_at)}`}.
                </figcaption>
              </figure>
            )}
          </div>
        )}
        <footer>
          Amounts are in Pakistani rupees. Questions? Call {issuer.phone} with your booking number.
        </footer>
      </article>
    </main>
  );
}

function EntryRow({ entry }: { entry: StatementEntry }) {
  return (
    <tr>
      <td>
        {entryLabel(entry)}
        <span className="statement-entry-details">
          {shortDate(entry.at.slice(0, 10))}, {entry.at.slice(0, 4)}
          {entry.reference && `, reference ${entry.reference}`}
        </span>
      </td>
      <td className="amount">{signed(entry.amount)}</td>
    </tr>
  );
}

function entryLabel({ kind, method }: StatementEntry): string {
  const by = MONEY_METHOD_LABELS[method].toLowerCase();
  if (kind === 'payment') return `Paid by ${by}`;
  return kind === 'refund' ? `Refunded by ${by}` : `Correction, ${by}`;
}

/** `PKR 5,000`, `− PKR 1,000` */
function signed(amount: number): string {
  return amount < 0 ? `− ${formatPkr(-amount)}` : formatPkr(amount);
}

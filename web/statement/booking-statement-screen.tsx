import type { Booking, PublicBooking } from '../../src/domain/booking.ts';
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
import { describeBalanceToCustomer, MONEY_METHOD_LABELS } from '../../src/domain/money-labels.ts';
import { formatPlayDate, formatPlayTime, playTimes } from '../../src/domain/play-time.ts';
import { ApiError } from '../lib/api.ts';
import { useHydrated } from '../lib/hydrated.tsx';
import { useQuery } from '../lib/query.ts';
import { useQueryParams } from '../lib/router.ts';
import { managePath, refFromQuery, statementPath } from '../lib/stored-booking-keys.ts';
import { statusLabel } from '../shared/booking-status-label.ts';
import {
  type ItemDetails,
  isItemDetails,
  type PayerDetails,
} from '../shared/booking-view/use-booking-details.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';

/** The receipt or invoice of a booking's customer or another payer, designed to print on one A4 page. */
export default function StatementScreen() {
  const hydrated = useHydrated();
  const named = refFromQuery(useQueryParams());
  const ref = hydrated ? named : null;
  const isPayer = typeof ref === 'string';
  const own = useQuery('GET /api/booking/:id/statement', {
    params: { id: isPayer ? 0 : (ref ?? 0) },
    keyOf: ref,
    skip: isPayer || ref === null,
  });
  const other = useQuery('GET /api/payers/:id', {
    params: { id: isPayer ? ref.slice(1) : 0 },
    keyOf: ref,
    skip: !isPayer,
  });
  if (own.data) return <StatementPage page={ofCustomer(own.data)} />;
  if (other.data)
    return <StatementPage page={isItemDetails(other.data) ? ofItem(other.data) : ofPayer(other.data)} />;
  const { state, error } = isPayer ? other : own;
  const isMissing =
    (hydrated && ref === null) || (error instanceof ApiError && [403, 404].includes(error.status));
  return (
    <main id="main" className="container narrow" tabIndex={-1} aria-busy={!isMissing && state === 'loading'}>
      <div className="page-head">
        <h1>Your receipt</h1>
        <JavaScriptRequired feature="Your receipt" />
        {isMissing ? (
          <NotFound url={ref === null ? '/receipt' : statementPath(ref)} />
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

/** What the sheet shows about a payer's part. */
interface StatementPart
  extends Pick<Statement, 'entries' | 'company' | 'issuer' | 'bank' | 'qr'>,
    Pick<Booking, 'charge' | 'received' | 'balance'> {
  /** `R-12`, or `R-12-7` for another payer, or `R-P7` for a place or purchase. */
  title: string;
  /** What was bought: labels and their lines. */
  facts: readonly { label: string; lines: readonly string[] }[];
  /** The booking's number; for its customer, also the day. */
  of: string;
  name: string;
  lines: readonly { label: string; amount: number }[];
  balanceText: string;
  /** The whole booking's status; for another payer, the balance says enough. */
  status?: string;
  /** The page of what was bought, and its name. */
  back: string;
  backText: string;
}

function playFacts(court: string, booking: PublicBooking): StatementPart['facts'] {
  const times = playTimes(booking).map((play) => formatPlayTime(booking.date, play));
  return [
    { label: 'Court', lines: [court] },
    { label: 'Date and time', lines: [formatPlayDate(booking), ...times] },
  ];
}

function ofCustomer({ booking, ...rest }: Statement): StatementPart {
  const { id, charge, received, balance, name } = booking;
  return {
    ...rest,
    title: statementTitle({
      id,
      balance,
      isForCompany: rest.company !== null && rest.issuer.tax_number !== '',
    }),
    facts: playFacts(booking.court_name, booking),
    of: `Booking ${id} of ${longDate(booking.created_at.slice(0, 10))}`,
    name,
    lines: chargeLines(booking),
    charge,
    received,
    balance,
    balanceText: bookingBalance(booking),
    status: statusLabel(booking).text,
    back: `/success?booking_id=${id}`,
    backText: `Booking ${id}`,
  };
}

function ofPayer({ payer, booking, court_name, entries, issuer }: PayerDetails): StatementPart {
  const { id, charge, received, balance, name } = payer;
  return {
    title: statementTitle({ id: `${booking.id}-${id}`, balance }),
    facts: playFacts(court_name, booking),
    of: `Booking ${booking.id}`,
    name,
    lines: [{ label: 'Your share', amount: charge }],
    charge,
    received,
    balance,
    balanceText: describeBalanceToCustomer(balance),
    back: managePath(`p${id}`),
    backText: `Booking ${booking.id}`,
    entries,
    issuer,
    company: null,
    bank: null,
    qr: null,
  };
}

function ofItem({ payer, item, entries, issuer }: ItemDetails): StatementPart {
  const { id, charge, received, balance, name } = payer;
  return {
    title: statementTitle({ id: `P${id}`, balance }),
    facts: [{ label: item.kind === 'event' ? 'Event' : 'For', lines: [item.title, ...item.details] }],
    of: item.title,
    name,
    lines: item.lines,
    charge,
    received,
    balance,
    balanceText: describeBalanceToCustomer(balance),
    back: managePath(`p${id}`),
    backText: 'Back',
    entries,
    issuer,
    company: null,
    bank: null,
    qr: null,
  };
}

function NotFound({ url }: { url: string }) {
  return (
    <>
      <p role="status">
        We can’t show this receipt. Please log in with the account that made the booking, or ask us for it.
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

function StatementPage({ page }: { page: StatementPart }) {
  const { entries, company, issuer, bank, qr, charge, received } = page;
  return (
    <main id="main" className="container narrow statement-page" tabIndex={-1}>
      <p className="statement-actions cluster">
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
        <a className="button ghost" href={page.back}>
          {page.backText}
        </a>
      </p>
      <article className="statement" data-theme="light">
        <header>
          <div>
            <h1>{page.title}</h1>
            <p>
              <NoWrap>{page.of}</NoWrap>
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
              <span>{page.name}</span>
            </dd>
          </div>
          {page.facts.map(({ label, lines }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {lines.map((line) => (
                  <span key={line}>
                    <NoWrap>{line}</NoWrap>
                  </span>
                ))}
              </dd>
            </div>
          ))}
          {page.status && (
            <div>
              <dt>Status</dt>
              <dd>{page.status}</dd>
            </div>
          )}
        </dl>
        <table>
          <caption>Charge</caption>
          <tbody>
            {page.lines.map(({ label, amount }) => (
              <tr key={label}>
                <td>
                  <NoWrap>{label}</NoWrap>
                </td>
                <td className="amount">{formatPkr(amount)}</td>
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
                <NoWrap>{page.balanceText}</NoWrap>
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
                <dd>{page.backText}</dd>
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
      <td className="amount">{formatPkr(entry.amount)}</td>
    </tr>
  );
}

function entryLabel({ kind, method }: StatementEntry): string {
  const by = MONEY_METHOD_LABELS[method].toLowerCase();
  if (kind === 'payment') return `Paid by ${by}`;
  return kind === 'refund' ? `Refunded by ${by}` : `Correction, ${by}`;
}

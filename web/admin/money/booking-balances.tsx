import type { RefundDue, ToCollect } from '../../../src/domain/api/ledger-answers.ts';
import type { ChatPayer, ChatSubject } from '../../../src/domain/chat-sentences.ts';
import { formatPkr, withCommas } from '../../../src/domain/format-money.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { phoneLink } from '../../ui/contact-links.ts';
import { BookingListItem } from '../bookings/booking-list-item.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { balanceGroups } from './balance-groups.ts';
import { ItemPayerLine } from './item-payer-sheet.tsx';
import { PaymentButton } from './payment-sheet.tsx';
import { RefundButton, RefundListItem, refundSubject } from './refund-line.tsx';

/** Bookings with money to give back or to collect; each opens its details. */
export default function BookingBalances() {
  const { data, error } = useAdminQuery('GET /api/admin/balances');
  const items = useAdminQuery('GET /api/admin/payers/open').data ?? [];
  const isOwner = useIsOwner();
  if (!data) return <QueryStatus data={data} error={error} />;
  const groups = balanceGroups(data, serverNow());
  const refunds = items.filter(({ balance }) => balance < 0);
  const owing = items.filter(({ balance }) => balance >= 0);
  return (
    <div className="money">
      <section className="card" aria-labelledby="to-give-back">
        <BalanceHeading
          id="to-give-back"
          title="Refunds due"
          amounts={[
            ...data.to_give_back.map(({ amount }) => amount),
            ...refunds.map(({ balance }) => -balance),
          ]}
          count={data.counts.to_give_back + refunds.length}
        />
        {data.to_give_back.length + refunds.length === 0 ? (
          <p className="muted">No refunds due.</p>
        ) : (
          <ul className="lines" aria-label="Refunds due">
            {data.to_give_back.map((refund) => (
              <li key={refund.payer.id} className="money-owed cluster">
                <RefundLine refund={refund} />
              </li>
            ))}
            {refunds.map((payer) => (
              <li key={payer.id}>
                <ItemPayerLine payer={payer} />
              </li>
            ))}
          </ul>
        )}
        <LimitNote
          shown={data.to_give_back.length}
          count={data.counts.to_give_back}
          label="first"
          noun="refunds"
        />
      </section>
      <section className="card" aria-labelledby="to-collect">
        <BalanceHeading
          id="to-collect"
          title="To collect"
          amounts={[...data.to_collect, ...data.overdue].map(({ due }) => due)}
          count={data.counts.to_collect + data.counts.overdue}
        />
        {groups.length === 0 && <p className="muted">Every booking is paid.</p>}
        {groups.map(({ label, bookings }, index) => (
          <details key={label} open={index === 0}>
            <summary>
              {label}{' '}
              <span className="money-amount muted">
                ({isOwner ? `${bookings.length}, ${formatPkr(totalOf(bookings))}` : bookings.length})
              </span>
            </summary>
            <BalanceList label={label} bookings={bookings} />
          </details>
        ))}
        <LimitNote shown={data.to_collect.length} count={data.counts.to_collect} label="next" />
        <LimitNote shown={data.overdue.length} count={data.counts.overdue} label="newest overdue" />
      </section>
      {owing.length > 0 && (
        <section className="card" aria-labelledby="item-balances">
          <h2 id="item-balances">Events and plans</h2>
          <ul className="lines" aria-label="Events and plans">
            {owing.map((payer) => (
              <li key={payer.id}>
                <ItemPayerLine payer={payer} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** A list has a limit, so its total is only shown while it is complete. */
function BalanceHeading({
  id,
  title,
  amounts,
  count,
}: {
  id: string;
  title: string;
  /** PKR. */
  amounts: number[];
  count: number;
}) {
  const isOwner = useIsOwner();
  const total = amounts.length === count ? amounts.reduce((sum, amount) => sum + amount, 0) : 0;
  return (
    <div className="admin-day-head">
      <h2 id={id}>{title}</h2>
      {isOwner && total > 0 && <strong className="money-amount">{formatPkr(total)}</strong>}
    </div>
  );
}

function LimitNote({
  shown,
  count,
  label,
  noun = 'bookings',
}: {
  shown: number;
  count: number;
  label: string;
  noun?: string;
}) {
  if (shown === count) return null;
  return (
    <p className="muted small">
      Only the {label} {shown} of {withCommas(count)} {noun} are shown.
    </p>
  );
}

function BalanceList({ label, bookings }: { label: string; bookings: readonly ToCollect[] }) {
  return (
    <ul className="lines" aria-label={label}>
      {bookings.map((booking) => (
        <li key={booking.id} className="money-owed cluster">
          <BookingListItem
            booking={booking}
            amount={booking.due}
            suffix={booking.is_shared ? booking.owing.map(partText).join('') : ''}
          />
          {payersOf(booking).map(({ name, phone, payer }) => (
            <PhoneLink
              key={phone}
              name={name}
              phone={phone}
              isNamed={booking.is_shared}
              about={{ booking, ...(payer ? { payer } : {}) }}
            />
          ))}
          <PaymentButton booking={booking} due={booking.due} className="quiet" />
        </li>
      ))}
    </ul>
  );
}

const partText = ({ name, amount }: ToCollect['owing'][number]) => `, ${name} ${formatPkr(amount)}`;

/** Who to call about the money: whoever owes it, or the host, who sends the others their links. */
function payersOf({ name, phone, owing }: ToCollect): { name: string; phone: string; payer?: ChatPayer }[] {
  const known = owing.filter((payer) => payer.phone !== '');
  if (known.length === 0) return [{ name, phone }];
  return known.map((payer) => ({
    name: payer.name,
    phone: payer.phone,
    payer: { ...payer, balance: payer.amount },
  }));
}

/** Money to give back, with the account it goes to. */
function RefundLine({ refund }: { refund: RefundDue }) {
  const { name, phone } = refund.payer;
  return (
    <>
      <RefundListItem refund={refund} />
      <PhoneLink name={name || 'the player'} phone={phone} about={refundSubject(refund)} />
      <RefundButton refund={refund} className="quiet" />
    </>
  );
}

function PhoneLink({
  name,
  phone,
  isNamed = false,
  about,
}: {
  name: string;
  phone: string;
  isNamed?: boolean;
  about: ChatSubject;
}) {
  if (!phone) return null;
  return (
    <>
      <a className="money-phone small" href={phoneLink(phone)} aria-label={`Call ${name}, ${phone}`}>
        {isNamed && `${name} `}
        {phone}
      </a>
      <WhatsAppMenu phone={phone} name={name} about={about} />
    </>
  );
}

function totalOf(bookings: readonly ToCollect[]): number {
  return bookings.reduce((sum, { due }) => sum + due, 0);
}

import { useState } from 'react';
import type { BookingDetail } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import type { BookingStatus } from '../../src/domain/booking-status.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment, balanceDue } from '../../src/domain/payment.ts';
import { priceWhenPaid } from '../../src/domain/price-then.ts';
import { mailLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';
import { DECISIONS } from './booking-table.tsx';
import { DecideDialog, useDecision } from './decide-dialog.tsx';
import { QueryError, useDesk } from './desk-query.tsx';
import { Dialog } from './dialog.tsx';
import { HistoryList } from './history-list.tsx';
import { bookingWords } from './history-words.ts';
import { MoveDialog } from './move-dialog.tsx';
import { BookingMessages } from './outbox-panel.tsx';
import { ReceiptBox } from './receipt-box.tsx';
import { dayLabel, methodLabel, momentLabel, StatusBadge, timesLabel, whatsappLink } from './words.tsx';

/** One booking with everything about it; what can be decided stands beside what it is decided from. */
export function BookingDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useDesk<BookingDetail>(`/api/admin/bookings/${id}`);
  return (
    <Dialog title={`Booking #${id}`} onClose={onClose} side>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the booking …</p>}
      {data && <Detail detail={data} onClose={onClose} />}
    </Dialog>
  );
}

function Detail({ detail, onClose }: { detail: BookingDetail; onClose: () => void }) {
  const { booking, receipt, history } = detail;
  const { busy, error, decide } = useDecision();
  const [asking, setAsking] = useState<BookingStatus | 'move' | 'extend' | null>(null);
  // Card money is the provider's to confirm; marking it paid all the same asks first.
  const mayApprove =
    booking.status === 'pending' && !awaitsCardPayment(booking) && (balanceDue(booking) ?? 0) <= 0;
  return (
    <>
      <div className="cluster">
        <StatusBadge status={booking.status} />
        <span className="muted">booked {momentLabel(booking.created_at)}</span>
      </div>
      <dl className="facts">
        <dt>Customer</dt>
        <dd>{booking.name}</dd>
        <dt>Court</dt>
        <dd>{booking.court_name}</dd>
        <dt>When</dt>
        <dd>
          {dayLabel(booking)}
          <br />
          {timesLabel(booking.slots)}
        </dd>
      </dl>
      <Contact booking={booking} />

      <section className="desk-money" aria-label="Payment">
        <div>
          <p className="desk-money-amount">{formatPkr(booking.computed_amount)}</p>
          <p className="muted">{methodLabel(booking.payment_method)}</p>
          <OtherSums booking={booking} paidThen={priceWhenPaid(history)} />
          {mayApprove && (
            <button
              type="button"
              aria-busy={busy}
              onClick={async () => {
                if (await decide(booking, 'paid')) onClose();
              }}
            >
              {booking.payment_method === 'cash' ? 'Cash received' : 'Approve payment'}
            </button>
          )}
        </div>
        <ReceiptBox receipt={receipt} booking={booking} history={history} />
      </section>
      {error && (
        <p className="notice danger" role="alert">
          {error}
        </p>
      )}

      <div className="cluster desk-drawer-actions">
        {booking.status !== 'cancelled' && (
          <>
            <button type="button" className="quiet" onClick={() => setAsking('extend')}>
              Add 30 minutes
            </button>
            <button type="button" className="quiet" onClick={() => setAsking('move')}>
              Move
            </button>
          </>
        )}
        {DECISIONS[booking.status]
          .filter(({ to }) => !(mayApprove && to === 'paid'))
          .map(({ to, label }) => (
            <button
              key={to}
              type="button"
              className={to === 'cancelled' ? 'danger' : ''}
              onClick={() => setAsking(to)}
            >
              {label}
            </button>
          ))}
      </div>

      <h3>History</h3>
      <HistoryList
        history={history}
        wordsOf={bookingWords}
        began={{ words: 'Booked', at: booking.created_at }}
      />

      <h3>Mails and texts</h3>
      <BookingMessages bookingId={booking.id} />

      {(asking === 'move' || asking === 'extend') && (
        <MoveDialog booking={booking} extend={asking === 'extend'} onClose={() => setAsking(null)} />
      )}
      {(asking === 'paid' || asking === 'cancelled') && (
        <DecideDialog booking={booking} to={asking} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

/**
 * Where the price is not what was paid: what it cost when it was marked paid and moved since, or what came by
 * card, with the sum that is between.
 */
function OtherSums({ booking, paidThen }: { booking: Booking; paidThen: number | null }) {
  const { card_received, computed_amount } = booking;
  const paid = paidThen ?? card_received;
  if (paid === null || paid === computed_amount) return null;
  const gap = formatPkr(Math.abs(computed_amount - paid));
  const less = paid < computed_amount;
  if (paidThen !== null) {
    return (
      <p className="notice warning">
        <strong>
          {gap} {less ? 'to collect' : 'to give back'}
        </strong>
        It cost {formatPkr(paid)} when it was paid, and was moved since. Settled already? Then all is well.
      </p>
    );
  }
  return (
    <p className="notice warning">
      <strong>
        {gap} {less ? 'missing' : 'too much'}
      </strong>
      {formatPkr(paid)} came by card; it costs {formatPkr(computed_amount)}.
    </p>
  );
}

function Contact({ booking }: { booking: Booking }) {
  const greeting = `Salam ${booking.name}, about your booking ${booking.id} on ${dayLabel(booking)}:`;
  return (
    <div className="cluster desk-contact">
      <a className="button quiet" href={`tel:${booking.phone}`}>
        <Icon name="phone" />
        {booking.phone}
      </a>
      <a
        className="button quiet"
        href={whatsappLink(booking.phone, greeting)}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="chat" />
        WhatsApp
      </a>
      {booking.email && (
        <a className="button quiet" href={mailLink(booking.email, `Your booking ${booking.id}`)}>
          <Icon name="mail" />
          {booking.email}
        </a>
      )}
    </div>
  );
}

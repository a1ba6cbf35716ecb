import type { Booking } from '../../../src/domain/booking.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';

const STATUS_STYLES: Record<BookingStatus, { symbol: string; label: string; tone: string }> = {
  pending: { symbol: '◷', label: 'Pending', tone: 'warning' },
  paid: { symbol: '✓', label: 'Paid', tone: 'success' },
  cancelled: { symbol: '✕', label: 'Cancelled', tone: 'danger' },
};

const CONFIRMED = { symbol: '◷', label: 'Confirmed', tone: 'warning' };

/** Marks a booking whose customer missed an earlier one. */
export function NoShowBadge() {
  return <span className="badge warning">No-show before</span>;
}

/** A status by symbol, word and colour; a booking that the club confirmed before its money came isn't called paid. */
export function StatusBadge({
  booking: { status, balance },
}: {
  booking: Pick<Booking, 'status' | 'balance'>;
}) {
  const isOwed = status === 'paid' && balance > 0;
  const { symbol, label, tone } = isOwed ? CONFIRMED : STATUS_STYLES[status];
  return (
    <span className={`badge ${tone}`}>
      <span aria-hidden="true">{symbol}</span>
      {label}
    </span>
  );
}

export function statusSymbol(status: BookingStatus): string {
  return STATUS_STYLES[status].symbol;
}

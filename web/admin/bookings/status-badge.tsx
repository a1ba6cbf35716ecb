import type { BookingStatus } from '../../../src/domain/booking-status.ts';

const STATUS_STYLES: Record<BookingStatus, { symbol: string; label: string; tone: string }> = {
  pending: { symbol: '◷', label: 'Pending', tone: 'warning' },
  paid: { symbol: '✓', label: 'Paid', tone: 'success' },
  cancelled: { symbol: '✕', label: 'Cancelled', tone: 'danger' },
};

/** Stands beside a booking whose customer did not come to an earlier one. */
export function NoShowBadge() {
  return <span className="badge warning">No-show before</span>;
}

/** A status by symbol, word and colour. */
export function StatusBadge({ status }: { status: BookingStatus }) {
  const { symbol, label, tone } = STATUS_STYLES[status];
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

import type { MassUnpaidBookings } from '../../../src/domain/api/admin-booking-routes.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { ActionButton } from '../action-button.tsx';
import { dateTimeLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { Warning } from './warning.tsx';

/** Warns about many unpaid bookings from one source, and can release them in one step. */
export function MassUnpaidAlert({
  group: { booking_ids, with_receipt_ids, slots, first_at, last_at },
}: {
  group: MassUnpaidBookings;
}) {
  const count = booking_ids.length + with_receipt_ids.length;
  return (
    <Warning tone="danger" head={`${count} unpaid from one source`}>
      <p>
        They hold {slots / 2} hours and were made between {dateTimeLabel(first_at)} and{' '}
        {dateTimeLabel(last_at)}. Releasing them tells their customers; bookings that are paid stay.
      </p>
      <div className="stack">
        <ReleasableBookings ids={booking_ids} kind="without a receipt" field="booking_ids" />
        <ReleasableBookings ids={with_receipt_ids} kind="with a receipt to check" field="with_receipt_ids" />
      </div>
    </Warning>
  );
}

/**
 * Bookings to release together. One with a receipt may be an honest customer's, so the receipt is looked at first.
 */
function ReleasableBookings({
  ids,
  kind,
  field,
}: {
  ids: readonly number[];
  kind: string;
  field: 'booking_ids' | 'with_receipt_ids';
}) {
  const { href } = useUrlParams();
  if (ids.length === 0) return null;
  const countText = `${ids.length} ${ids.length === 1 ? 'booking' : 'bookings'} ${kind}`;
  return (
    <div>
      <details>
        <summary>Show {countText}</summary>
        <p>
          {ids.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a href={href({ booking: String(id) })}>#{id}</a>
            </span>
          ))}
        </p>
      </details>
      <ActionButton
        className="danger"
        failure="The bookings could not be released. Please try again."
        act={() => callApi('POST /api/admin/mass-unpaid-bookings/release', { body: { [field]: [...ids] } })}
        onDone={({ data }) =>
          showToast('success', 'Released', `${data.released.length} bookings are released.`)
        }
      >
        Release {countText}
      </ActionButton>
    </div>
  );
}

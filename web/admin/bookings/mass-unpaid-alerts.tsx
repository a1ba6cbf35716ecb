import { toast } from 'sonner';
import type { MassUnpaidBookings } from '../../../src/domain/api/admin-booking-routes.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { dateTimeLabel } from '../date-time-labels.ts';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';

/** Warns of many unpaid bookings from one source and releases them in one step; nothing while there are none. */
export function MassUnpaidAlerts() {
  const { data } = useAdminQuery('GET /api/admin/mass-unpaid-bookings');
  return data?.groups.map((group) => <MassUnpaidAlert key={group.booking_ids.join()} group={group} />);
}

function MassUnpaidAlert({
  group: { booking_ids, slots, first_at, last_at },
}: {
  group: MassUnpaidBookings;
}) {
  const { href } = useUrlParams();
  const { busy, error, run } = useAction('The bookings could not be released. Please try again.');
  const count = booking_ids.length;
  const release = () =>
    run(async () => {
      const { data } = await callApi('POST /api/admin/mass-unpaid-bookings/release', {
        body: { booking_ids },
      });
      toast.success('Released', { description: `${data.released.length} bookings are released.` });
      void invalidateQueries('/api/admin');
    });
  return (
    <div className="alert danger" role="alert">
      <p>
        <strong>Unusual: {count} unpaid bookings from one source.</strong> They hold {slots / 2} hours and
        were made between {dateTimeLabel(first_at)} and {dateTimeLabel(last_at)}. Releasing them tells their
        customers; bookings that are paid or have a receipt stay.
      </p>
      <details>
        <summary>Show the bookings</summary>
        <p>
          {booking_ids.map((id, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a href={href({ booking: String(id) })}>#{id}</a>
            </span>
          ))}
        </p>
      </details>
      <button type="button" className="danger" aria-busy={busy} onClick={() => void release()}>
        Release {count} bookings
      </button>
      {error && <p>{error}</p>}
    </div>
  );
}

import { useState } from 'react';
import type { BookingSort } from '../../../src/domain/admin-inputs.ts';
import type { BookingListPage } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import type { BookingStatus } from '../../../src/domain/booking-status.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { endOfPlay } from '../../../src/domain/play-time.ts';
import { serverNow } from '../../lib/server-time.ts';
import { DownloadLink } from '../../shared/download-link.tsx';
import { useIsOwner } from '../../shared/session.tsx';
import { useCalendar } from '../../shared/use-calendar.ts';
import { Options } from '../../ui/field.tsx';
import { FilterButtons } from '../filter-buttons.tsx';
import { Pagination } from '../pagination.tsx';
import { QueryStatus } from '../query-error.tsx';
import { SearchField } from '../search-field.tsx';
import { toQueryString, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useStaffRights } from '../use-staff-rights.ts';
import { BookingTable } from './booking-table.tsx';
import { ChangeStatusDialog } from './change-status-dialog.tsx';
import { type DatePreset, DateRangeFilter, useDateChoice } from './date-range-filter.tsx';
import { StatCards } from './stat-cards.tsx';

const PAGE_SIZE = '50';
const STATUSES = [
  { id: 'all', label: 'All' },
  { id: 'pending', label: 'Pending' },
  { id: 'paid', label: 'Paid' },
  { id: 'cancelled', label: 'Cancelled' },
] as const;
const DATE_PRESETS: readonly DatePreset[] = ['coming', 'today', 'next7', 'last30', 'all'];

/** The list of bookings, in playing order from now on; its filters are in the URL. */
export default function BookingsPanel() {
  const { params, navigate } = useUrlParams();
  const isOwner = useIsOwner();
  const maySaveDay = useStaffRights().includes('day_csv');
  const { status, q, cursor } = params;
  const [now] = useState(serverNow);
  const today = todayOf(useCalendar(), now);
  // Searches also find past bookings.
  const dates = useDateChoice(today, DATE_PRESETS, q ? 'all' : 'coming');
  const { preset, startDate, endDate } = dates;
  const sort = params.sort ?? (startDate ? 'begins' : '-begins');
  const filter = { startDate, endDate, status, q, sort };
  const { data, loading, error } = useAdminQuery('GET /api/admin/bookings', {
    query: { ...filter, limit: PAGE_SIZE, cursor },
  });
  const [statusChange, setStatusChange] = useState<{ booking: Booking; newStatus: BookingStatus } | null>(
    null,
  );
  const [showsOver, setShowsOver] = useState(false);
  const bookings = data?.bookings ?? [];
  const coming = bookings.filter((booking) => endOfPlay(booking) > now);
  // The list begins with what is still to be played.
  const folds = preset === 'coming' && sort === 'begins' && coming.length > 0;
  const overCount = folds ? bookings.length - coming.length : 0;

  return (
    <section aria-label="Bookings">
      {isOwner && <StatCards {...dates} />}
      <div className="admin-filters">
        <DateRangeFilter choice={dates} presets={DATE_PRESETS} today={today} />
        <FilterButtons
          legend="Status"
          choices={STATUSES}
          chosen={STATUSES.find(({ id }) => id === status)?.id ?? 'all'}
          onChoose={(id) => navigate({ status: id === 'all' ? undefined : id, cursor: undefined })}
        />
        <SearchField placeholder="Name, phone, email or number" />
      </div>
      <div className="admin-list-top">
        <p role="status" aria-busy={loading}>
          {data && countLabel(data)}
        </p>
        <SortSelect
          value={sort}
          onChange={(value) => navigate({ sort: value, cursor: undefined }, { replace: true })}
        />
        {overCount > 0 && (
          <button
            type="button"
            className="link"
            aria-expanded={showsOver}
            onClick={() => setShowsOver(!showsOver)}
          >
            {showsOver ? 'Hide earlier' : `Show ${overCount} earlier`}
          </button>
        )}
      </div>
      <QueryStatus data={data} error={error} />
      {data && (
        <BookingTable
          bookings={folds && !showsOver ? coming : bookings}
          afterNoShow={data.after_no_show}
          matches={data.matches}
          paidWays={data.paid_ways}
          sort={sort}
          onSort={(name: BookingSort) =>
            navigate({ sort: sort === name ? `-${name}` : name, cursor: undefined }, { replace: true })
          }
          onChangeStatus={(booking, newStatus) => setStatusChange({ booking, newStatus })}
        />
      )}
      <div className="admin-list-top">
        {maySaveDay && (
          <DownloadLink
            href={`/api/admin/bookings.csv${toQueryString({ startDate: today, endDate: today, sort: 'begins' })}`}
            name="bookings.csv"
          >
            Download today’s CSV
          </DownloadLink>
        )}
        {isOwner && (
          <DownloadLink href={`/api/admin/bookings.csv${toQueryString(filter)}`} name="bookings.csv">
            Download CSV
          </DownloadLink>
        )}
        <Pagination cursor={cursor} nextCursor={data?.next_cursor} label="Pages of bookings" />
      </div>
      {statusChange && <ChangeStatusDialog {...statusChange} onClose={() => setStatusChange(null)} />}
    </section>
  );
}

const SORT_LABELS: Record<string, string> = {
  begins: 'First to play',
  '-begins': 'Last to play',
  '-created': 'Newest first',
  name: 'Name',
  '-amount': 'Highest amount',
};

/** The order of the cards on a phone, where there are no column headers. */
function SortSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="admin-mobile-only">
      <span className="visually-hidden">Order</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {!SORT_LABELS[value] && <option value={value}>By column</option>}
        <Options of={Object.entries(SORT_LABELS).map(([sort, label]) => [sort, label])} />
      </select>
    </label>
  );
}

function countLabel({ total }: BookingListPage): string {
  const number = new Intl.NumberFormat('en-US').format(total);
  if (total === 1) return '1 booking';
  return `${number} bookings`;
}

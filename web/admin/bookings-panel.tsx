import { useEffect, useRef, useState } from 'react';
import type { BookingListPage, BookingSort } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../src/domain/booking-status.ts';
import { DownloadLink } from '../shared/download-link.tsx';
import { useIsOwner } from '../shared/session.tsx';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { BookingTable } from './booking-table.tsx';
import { ChangeStatusDialog } from './change-status-dialog.tsx';
import { DateRangeFilter } from './date-range-filter.tsx';
import { Pagination } from './pagination.tsx';
import { UnpaidWaves } from './unpaid-waves.tsx';
import { toQueryString, useUrlParams } from './url-params.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

const PAGE_SIZE = '50';
const STATUS_LABELS = { all: 'All', pending: 'Pending', paid: 'Paid', cancelled: 'Cancelled' } as const;

/** The list of all bookings; the URL holds its filters. */
export function BookingsPanel() {
  const { params, navigate } = useUrlParams();
  const isOwner = useIsOwner();
  const { startDate, endDate, status, q, cursor, sort = '-created' } = params;
  const filter = { startDate, endDate, status, q, sort };
  const { data, loading, error } = useAdminQuery('GET /api/admin/bookings', {
    query: { ...filter, limit: PAGE_SIZE, cursor },
  });
  const [statusChange, setStatusChange] = useState<{ booking: Booking; newStatus: BookingStatus } | null>(
    null,
  );

  return (
    <section aria-label="Bookings">
      <UnpaidWaves />
      <div className="admin-filters">
        <DateRangeFilter />
        <StatusFilter
          value={status ?? 'all'}
          onChange={(value) => navigate({ status: value, cursor: undefined })}
        />
      </div>
      <div className="admin-list-head">
        <p role="status" aria-busy={loading}>
          {data ? countLabel(data) : 'Loading bookings …'}
        </p>
        <SearchBox
          value={q ?? ''}
          onChange={(value) => navigate({ q: value, cursor: undefined }, { replace: true })}
        />
        {isOwner && (
          <DownloadLink href={`/api/admin/bookings.csv${toQueryString(filter)}`} name="bookings.csv">
            Download CSV
          </DownloadLink>
        )}
      </div>
      <QueryError error={error} />
      {data && (
        <BookingTable
          bookings={data.bookings}
          sort={sort}
          onSort={(name: BookingSort) =>
            navigate({ sort: sort === `-${name}` ? name : `-${name}`, cursor: undefined }, { replace: true })
          }
          onChangeStatus={(booking, newStatus) => setStatusChange({ booking, newStatus })}
          emptyReason={q || status || startDate || endDate ? 'filtered' : 'none'}
        />
      )}
      <Pagination cursor={cursor} nextCursor={data?.next_cursor} label="Pages of bookings" />
      {statusChange && <ChangeStatusDialog {...statusChange} onClose={() => setStatusChange(null)} />}
    </section>
  );
}

function countLabel({ total, total_is_minimum }: BookingListPage): string {
  const number = new Intl.NumberFormat('en-US').format(total);
  if (total === 1) return '1 booking';
  return `${total_is_minimum ? 'More than ' : ''}${number} bookings`;
}

function StatusFilter({ value, onChange }: { value: string; onChange: (value: string | undefined) => void }) {
  return (
    <fieldset className="admin-status-filter">
      <legend>Status</legend>
      {(['all', ...BOOKING_STATUSES] as const).map((status) => (
        <label key={status}>
          <input
            type="radio"
            name="status"
            value={status}
            checked={value === status}
            onChange={() => onChange(status === 'all' ? undefined : status)}
          />
          <span>{STATUS_LABELS[status]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Searches while the admin types; Ctrl+K focuses it from anywhere on the page. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string | undefined) => void }) {
  const [searchText, setSearchText] = useDebouncedInput(value, (text) => onChange(text || undefined));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <label className="admin-search">
      <span>
        Search <kbd>Ctrl K</kbd>
      </span>
      <input
        ref={input}
        type="search"
        placeholder="Name, phone, email or number"
        autoComplete="off"
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
    </label>
  );
}

import { useEffect, useId, useRef, useState } from 'react';
import type { BookingSort } from '../../../src/domain/admin-inputs.ts';
import type { BookingListPage } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { BOOKING_STATUSES, type BookingStatus } from '../../../src/domain/booking-status.ts';
import { DownloadLink } from '../../shared/download-link.tsx';
import { useIsOwner } from '../../shared/session.tsx';
import { Options } from '../../ui/field.tsx';
import { isTyping } from '../is-typing.ts';
import { Pagination } from '../pagination.tsx';
import { QueryError } from '../query-error.tsx';
import { toQueryString, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { useDebouncedInput } from '../use-debounced-input.ts';
import { BookingTable } from './booking-table.tsx';
import { ChangeStatusDialog } from './change-status-dialog.tsx';
import { DateRangeFilter } from './date-range-filter.tsx';

const PAGE_SIZE = '50';
const STATUS_LABELS = { all: 'All', pending: 'Pending', paid: 'Paid', cancelled: 'Cancelled' } as const;

/** The list of all bookings; the URL holds its filters. */
export default function BookingsPanel() {
  const { params, navigate } = useUrlParams();
  const isOwner = useIsOwner();
  const { startDate, endDate, status, q, cursor, sort = '-created' } = params;
  const filtersId = useId();
  /** Only a phone folds the filters. */
  const [showsFilters, setShowsFilters] = useState(false);
  const activeFilters = [startDate ?? endDate, status].filter(Boolean).length;
  const filter = { startDate, endDate, status, q, sort };
  const { data, loading, error } = useAdminQuery('GET /api/admin/bookings', {
    query: { ...filter, limit: PAGE_SIZE, cursor },
  });
  const [statusChange, setStatusChange] = useState<{ booking: Booking; newStatus: BookingStatus } | null>(
    null,
  );

  return (
    <section aria-label="Bookings">
      <div className="admin-list-top">
        <p role="status" aria-busy={loading}>
          {data ? countLabel(data) : 'Loading bookings …'}
        </p>
        <div className="cluster">
          <button
            type="button"
            className="quiet admin-filter-toggle"
            aria-expanded={showsFilters}
            aria-controls={filtersId}
            onClick={() => setShowsFilters(!showsFilters)}
          >
            {activeFilters > 0 ? `Filters (${activeFilters})` : 'Filters'}
          </button>
          {isOwner && (
            <DownloadLink href={`/api/admin/bookings.csv${toQueryString(filter)}`} name="bookings.csv">
              <span aria-hidden="true">
                <span className="admin-tablet-up">Download </span>CSV
              </span>
              <span className="visually-hidden">Download CSV</span>
            </DownloadLink>
          )}
        </div>
      </div>
      <div className="admin-filters admin-folded" id={filtersId} data-open={showsFilters}>
        <DateRangeFilter />
        <StatusFilter
          value={status ?? 'all'}
          onChange={(value) => navigate({ status: value, cursor: undefined })}
        />
        <SortSelect
          value={sort}
          onChange={(value) => navigate({ sort: value, cursor: undefined }, { replace: true })}
        />
      </div>
      <SearchBox
        value={q ?? ''}
        onChange={(value) => navigate({ q: value, cursor: undefined }, { replace: true })}
      />
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

const SORT_LABELS: Record<string, string> = {
  '-created': 'Newest first',
  begins: 'First to play',
  '-begins': 'Last to play',
  name: 'Name',
  '-amount': 'Highest amount',
};

/** The order of the cards on a phone, which have no column headers. */
function SortSelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="admin-mobile-only admin-sort-select">
      <span>Order</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {!SORT_LABELS[value] && <option value={value}>By column</option>}
        <Options of={Object.entries(SORT_LABELS).map(([sort, label]) => [sort, label])} />
      </select>
    </label>
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

/** Searches while the admin types; the key / focuses it from the list. */
function SearchBox({ value, onChange }: { value: string; onChange: (value: string | undefined) => void }) {
  const [searchText, setSearchText] = useDebouncedInput(value, (text) => onChange(text || undefined));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
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
        Search <kbd>/</kbd>
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

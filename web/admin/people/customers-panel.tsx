import type { Booking } from '../../../src/domain/booking.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { QueryError } from '../query-error.tsx';
import { SearchField } from '../search-field.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';

/** So many bookings are looked through for their customers. */
const SEARCHED_BOOKINGS = '200';

/** Guests and members by their newest bookings; each opens what the staff know about the customer. */
export default function CustomersPanel() {
  const { params, href } = useUrlParams();
  const { q } = params;
  const { data, error } = useAdminQuery('GET /api/admin/bookings', {
    query: { q, limit: SEARCHED_BOOKINGS },
  });
  const customers = newestByCustomer(data?.bookings ?? []);
  return (
    <section aria-label="Customers">
      <SearchField placeholder="Name, phone or email" />
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading customers …</p>}
      {data && customers.length === 0 && (
        <p className="card flat">
          {q ? 'No customer matches the search.' : 'Customers appear here with their first booking.'}
        </p>
      )}
      <ul className="money-lines" aria-label="Customers">
        {customers.map((booking) => (
          <li key={booking.id}>
            <a className="money-line" href={href({ customer: String(booking.id) })}>
              <span className="money-line-name">
                {booking.name} {booking.user_id !== null && <span className="badge">Member</span>}
              </span>
              <span className="muted small">
                {[booking.phone || booking.email, `booked for ${shortDate(booking.date)}`]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The newest booking of each customer; one is known by phone, else by email, else by the booking alone. */
function newestByCustomer(bookings: readonly Booking[]): Booking[] {
  const newest = new Map<string, Booking>();
  for (const booking of bookings) {
    const contact = booking.phone || booking.email || String(booking.id);
    if (!newest.has(contact)) newest.set(contact, booking);
  }
  return [...newest.values()];
}

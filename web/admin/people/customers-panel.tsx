import { shortDate } from '../../../src/domain/format-date.ts';
import { MoneyLine } from '../list-line.tsx';
import { Pagination } from '../pagination.tsx';
import { SellPlanButton } from '../plans/purchases.tsx';
import { QueryStatus } from '../query-error.tsx';
import { SearchField } from '../search-field.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { addressOf, hasNoBooking } from './no-booking.ts';

/** Guests and members, newest booking first; each opens what staff know about the customer. */
export default function CustomersPanel() {
  const { params, href } = useUrlParams();
  const { q, cursor } = params;
  const { data, error } = useAdminQuery('GET /api/admin/customers', { query: { q, cursor } });
  const found = useAdminQuery('GET /api/admin/people', {
    query: { q },
    skip: !q || cursor !== undefined,
  }).data;
  const others = (q && found?.people.filter(hasNoBooking)) || [];
  return (
    <section aria-label="Customers">
      <div className="admin-filters">
        <SearchField placeholder="Name, phone or email" />
        <SellPlanButton />
      </div>
      <QueryStatus data={data} error={error} />
      {data?.customers.length === 0 && others.length === 0 && (!q || found) && (
        <p className="card flat">
          {q ? 'No customers match the search.' : 'Customers appear here with their first booking.'}
        </p>
      )}
      <ul className="lines" aria-label="Customers">
        {data?.customers.map(({ booking_id, name, phone, email, is_member, date, bookings }) => (
          <li key={booking_id} className="money-owed cluster">
            <MoneyLine
              href={href({ customer: String(booking_id) })}
              name={
                <>
                  {name} {is_member && <span className="badge">Member</span>}
                </>
              }
              details={[
                phone || email || 'No contact',
                bookings === 1
                  ? `booked for ${shortDate(date)}`
                  : `${bookings} bookings, last ${shortDate(date)}`,
              ].join(', ')}
            />
            <WhatsAppMenu phone={phone} name={name} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h2>Also found</h2>
          <ul className="lines" aria-label="Also found">
            {others.map(({ user_id, name, phone, email, known_by }) => (
              <li key={`${email} ${phone}`} className="money-owed cluster">
                <MoneyLine
                  {...(known_by ? { href: href(addressOf(known_by)) } : {})}
                  name={
                    <>
                      {name} {user_id !== null && <span className="badge">Member</span>}
                    </>
                  }
                  details={phone || email}
                />
                <WhatsAppMenu phone={phone} name={name} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Pagination cursor={cursor} nextCursor={data?.next_cursor} label="Pages of customers" />
    </section>
  );
}

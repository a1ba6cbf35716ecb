import { ROLE_LABELS } from '../../../src/domain/account.ts';
import { emailLink } from '../../ui/contact-links.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { TableRegion } from '../../ui/table-region.tsx';
import { dateLabel } from '../date-time-labels.ts';
import { Pagination } from '../pagination.tsx';
import { QueryStatus } from '../query-error.tsx';
import { SearchField } from '../search-field.tsx';
import { idIn, useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { Invitations } from './invitations.tsx';
import { secondFactorLabel } from './user-access.tsx';
import { UserDrawer } from './user-drawer.tsx';

/** The accounts of members, staff and owners, and the invitations; each account opens its details. */
export default function UsersPanel() {
  const { params, navigate, href } = useUrlParams();
  const { q, cursor } = params;
  // Staff used to have a separate list.
  const admins = params.admins ?? (params.tab === 'staff' ? '1' : undefined);
  const openUserId = idIn(params.user);
  const { data, error } = useAdminQuery('GET /api/admin/users', {
    query: { q, cursor, admins, limit: '50' },
  });
  return (
    <section aria-label="Users">
      <Invitations />
      <div className="admin-filters">
        <SearchField placeholder="Name, email or phone" />
        <label className="admin-checkbox">
          <input
            type="checkbox"
            role="switch"
            aria-checked={admins === '1'}
            checked={admins === '1'}
            onChange={() => navigate({ tab: 'users', admins: admins ? undefined : '1', cursor: undefined })}
          />
          Owners and staff only
        </label>
      </div>
      <p role="status">{data && `${data.total} user${data.total === 1 ? '' : 's'}`}</p>
      <QueryStatus data={data} error={error} />
      {data && data.users.length === 0 && <p className="card flat">Nobody matches the search.</p>}
      {data && data.users.length > 0 && (
        <TableRegion
          label="List of users"
          className="admin-table"
          columns={[
            ['Name'],
            ['Contact', 'admin-tablet-up'],
            ['Role'],
            ['Bookings', 'amount admin-tablet-up'],
            ['Joined', 'admin-desktop-up'],
            ['Last login', 'admin-desktop-up'],
          ]}
        >
          {data.users.map((user) => (
            <tr key={user.id}>
              <th scope="row" className="admin-customer">
                <a href={href({ user: String(user.id) })} className="admin-row-link">
                  {user.name}
                </a>
                <span className="admin-secondary-line admin-mobile-only">
                  <EmailAddress address={user.email} />
                </span>
              </th>
              <td className="admin-customer admin-tablet-up">
                <a href={emailLink(user.email)}>
                  <EmailAddress address={user.email} />
                </a>
                {user.phone && <span className="admin-secondary-line">{user.phone}</span>}
                <WhatsAppMenu phone={user.phone} name={user.name} />
              </td>
              <td>
                <span className={`badge ${user.is_admin ? 'warm' : ''}`}>
                  {user.is_admin ? 'Admin' : 'Member'}
                </span>
                {user.role && (
                  <span className="admin-secondary-line">
                    {ROLE_LABELS[user.role]}
                    <span className="admin-tablet-up">, {secondFactorLabel(user) || 'no extra step'}</span>
                  </span>
                )}
              </td>
              <td className="amount admin-tablet-up">
                <a
                  href={href({ tab: 'bookings', q: user.email, cursor: undefined })}
                  aria-label={`${user.bookings} bookings of ${user.name}`}
                >
                  {user.bookings}
                </a>
              </td>
              <td className="admin-desktop-up no-wrap">{dateLabel(user.created_at)}</td>
              <td className="admin-desktop-up no-wrap">
                {user.last_login_at ? dateLabel(user.last_login_at) : '–'}
              </td>
            </tr>
          ))}
        </TableRegion>
      )}
      <Pagination cursor={cursor} nextCursor={data?.next_cursor} label="Pages of users" />
      {openUserId !== null && (
        <UserDrawer key={openUserId} id={openUserId} onClose={() => navigate({ user: undefined })} />
      )}
    </section>
  );
}

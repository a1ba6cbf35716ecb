import type { AdminUserView } from '../../src/domain/admin-api.ts';
import { mailLink } from '../ui/contact-links.ts';
import { QueryError, useDesk } from './desk-query.tsx';
import { Pages } from './pages.tsx';
import { queryOf, useParams } from './params.ts';
import { useTyped } from './use-typed.ts';
import { UserDrawer } from './user-drawer.tsx';
import { dateLabel } from './words.tsx';

interface Answer {
  users: AdminUserView[];
  total: number;
  next_cursor: string | null;
}

/** Everybody with an account. */
export default function UsersPanel() {
  const { params, go, href } = useParams();
  const { q, cursor } = params;
  const opened = /^\d{1,15}$/.test(params.user ?? '') ? Number(params.user) : null;
  const [typed, setTyped] = useTyped(q ?? '', (value) =>
    go({ q: value || undefined, cursor: undefined }, { replace: true }),
  );
  const { data, error } = useDesk<Answer>(`/api/admin/users${queryOf({ q, cursor, limit: '50' })}`);
  return (
    <section aria-label="Users">
      <div className="desk-filters">
        <label className="desk-search">
          <span>Search</span>
          <input
            type="search"
            placeholder="Name, email or phone"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </div>
      <p role="status">{data ? `${data.total} ${data.total === 1 ? 'user' : 'users'}` : 'Loading users …'}</p>
      <QueryError error={error} />
      {data && data.users.length === 0 && <p className="card flat">Nobody fits what you are looking for.</p>}
      {data && data.users.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="table-region desk-table" aria-label="List of users" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="desk-broad">
                  Contact
                </th>
                <th scope="col">Role</th>
                <th scope="col" className="amount">
                  Bookings
                </th>
                <th scope="col" className="desk-wide">
                  Joined
                </th>
              </tr>
            </thead>
            <tbody>
              {data.users.map((user) => (
                <tr key={user.id}>
                  <th scope="row" className="desk-customer">
                    <a href={href({ user: String(user.id) })} className="desk-row-link">
                      {user.name}
                    </a>
                    <span className="desk-second desk-phone">{user.email}</span>
                  </th>
                  <td className="desk-customer desk-broad">
                    <a href={mailLink(user.email)}>{user.email}</a>
                    {user.phone && <span className="desk-second">{user.phone}</span>}
                  </td>
                  <td>
                    <span className={`badge ${user.is_admin ? 'warm' : ''}`}>
                      {user.is_admin ? 'Admin' : 'Member'}
                    </span>
                  </td>
                  <td className="amount">
                    <a
                      href={href({ tab: undefined, q: user.email, cursor: undefined })}
                      aria-label={`${user.bookings} bookings of ${user.name}`}
                    >
                      {user.bookings}
                    </a>
                  </td>
                  <td className="desk-wide">{dateLabel(user.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <Pages cursor={cursor} next={data?.next_cursor} label="Pages of users" />
      {opened !== null && <UserDrawer key={opened} id={opened} onClose={() => go({ user: undefined })} />}
    </section>
  );
}

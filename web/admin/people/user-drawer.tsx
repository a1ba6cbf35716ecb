import { ROLE_LABELS } from '../../../src/domain/account.ts';
import type { AdminUserDetail } from '../../../src/domain/api/user-routes.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { isProvider, PROVIDER_LABELS } from '../../../src/domain/sign-in-providers.ts';
import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatUserEntry } from '../audit-log-format.ts';
import { AuditLogList } from '../audit-log-list.tsx';
import { dateLabel, dateTimeLabel } from '../date-time-labels.ts';
import { SellCredit } from '../money/sell-credit.tsx';
import { BuyerPurchases } from '../plans/purchases.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { secondFactorLabel, UserAccess } from './user-access.tsx';

/** A user account with its history. */
export function UserDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useAdminQuery('GET /api/admin/users/:id', { params: { id } });
  return (
    <Dialog title={data?.user.name ?? 'User'} onClose={onClose} drawer>
      <QueryStatus data={data} error={error} />
      {data && <UserDetailView detail={data} />}
    </Dialog>
  );
}

function UserDetailView({ detail: { user, history, credit } }: { detail: AdminUserDetail }) {
  const { href } = useUrlParams();
  const provider = user.oauth_provider ?? '';
  const signedUp = history.some(({ action }) => action === 'register');
  return (
    <>
      <Facts
        of={{
          Role: user.role ? `Admin, ${ROLE_LABELS[user.role].toLowerCase()}` : 'Member',
          Email: (
            <>
              <a href={emailLink(user.email)}>
                <EmailAddress address={user.email} />
              </a>
              <br />
              {user.email_verified ? 'Confirmed' : 'Not confirmed yet'}
            </>
          ),
          Phone: user.phone && (
            <div className="cluster">
              <a href={phoneLink(user.phone)}>{user.phone}</a>
              <WhatsAppMenu phone={user.phone} name={user.name} />
            </div>
          ),
          Joined: `${dateLabel(user.created_at)}${isProvider(provider) ? ` with ${PROVIDER_LABELS[provider]}` : ''}`,
          Bookings: (
            <a href={href({ tab: 'bookings', user: undefined, q: user.email, cursor: undefined })}>
              {user.bookings}
              <span className="visually-hidden"> bookings of {user.name}</span>
            </a>
          ),
          'Credit left': formatPkr(credit),
          'Last login': user.last_login_at ? dateTimeLabel(user.last_login_at) : 'Not known',
          'Extra login step': secondFactorLabel(user) || 'None',
          'Last change': dateTimeLabel(user.updated_at),
        }}
      />
      <UserAccess key={`${user.id} ${user.role}`} user={user} />
      <SellCredit key={user.id} userId={user.id} />
      <BuyerPurchases
        buyer={{ user_id: user.id, name: user.name, phone: user.phone ?? '', email: user.email }}
      />
      <h3>History</h3>
      <AuditLogList
        history={history}
        formatEntry={formatUserEntry}
        {...(signedUp ? {} : { firstEntry: { text: 'Joined', at: user.created_at } })}
      />
    </>
  );
}

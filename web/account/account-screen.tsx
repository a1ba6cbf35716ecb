import { useEffect } from 'react';
import { useLocation, useQueryParams } from '../lib/router.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { ReauthenticationPrompt } from '../shared/reauthentication-prompt.tsx';
import { useAuth } from '../shared/session.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { BookingsTab } from './bookings-tab.tsx';
import { ConfirmEmailAlert } from './confirm-email-alert.tsx';
import { PlansTab } from './plans-tab.tsx';
import { PreferencesTab } from './preferences-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';

const TABS = [
  { id: 'profile', label: 'Profile' },
  { id: 'bookings', label: 'Bookings' },
  { id: 'plans', label: 'Plans' },
  { id: 'preferences', label: 'Preferences' },
] as const;
type TabId = (typeof TABS)[number]['id'];

/** The member's account. Sends visitors to the login, which brings them back here. */
export default function AccountScreen() {
  const { user, logout } = useAuth();
  const { route } = useLocation();
  const { tab } = useQueryParams();
  const { plans } = usePageData();
  const tabs = TABS.filter(({ id }) => id !== 'plans' || plans);
  const selectedTab: TabId = tabs.find(({ id }) => id === tab)?.id ?? 'profile';

  useEffect(() => {
    if (user !== null) return;
    const currentUrl = location.pathname + location.search;
    // After a logout, the path is already `/`.
    if (location.pathname === '/account') route(`/login?next=${encodeURIComponent(currentUrl)}`, true);
  }, [user, route]);

  return (
    <main id="main" className="container narrow account" tabIndex={-1} aria-busy={!user}>
      <div className="page-head account-head">
        <p className="eyebrow">My Account</p>
        {user && (
          <button type="button" className="link" onClick={() => void logout()}>
            Logout
          </button>
        )}
        <h1>{user?.name ?? 'My Account'}</h1>
      </div>
      {user && !user.email_verified && <ConfirmEmailAlert email={user.email} />}
      <JavaScriptRequired feature="Your account" />
      <Tabs
        label="My Account"
        tabs={tabs}
        selected={selectedTab}
        onSelect={(id) => route(`/account?tab=${id}`, true)}
      >
        {!user ? (
          <p className="muted requires-javascript">One moment …</p>
        ) : selectedTab === 'bookings' ? (
          <BookingsTab />
        ) : selectedTab === 'plans' ? (
          <PlansTab />
        ) : selectedTab === 'preferences' ? (
          <PreferencesTab user={user} />
        ) : (
          <ProfileTab user={user} />
        )}
      </Tabs>
      <ReauthenticationPrompt />
    </main>
  );
}

import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import type { User } from '../../src/domain/api/account-answers.ts';
import { callApi } from '../lib/api.ts';
import { invalidateQueries, resetQueries, useQuery } from '../lib/query.ts';
import { useLocation } from '../lib/router.ts';
import { showToast } from '../lib/toast.ts';
import { recordUser } from './user-switch.ts';

interface Auth {
  /** Null if signed out; undefined until the server has answered. */
  user: User | null | undefined;
  /** Fetches the user and everything else again, as after a login. */
  refresh(): Promise<void>;
  logout(): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** The current user: `/api/auth/user` first, `/api/auth/profile` as the fallback, otherwise none. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { route } = useLocation();
  const channel = useRef<BroadcastChannel>(null);
  const userQuery = useQuery('GET /api/auth/user', { nullOn401: true });
  const profileQuery = useQuery('GET /api/auth/profile', {
    nullOn401: true,
    skip: userQuery.state !== 'failed',
  });
  const query = userQuery.state === 'failed' ? profileQuery : userQuery;
  const user = query.state === 'failed' ? null : query.data;
  const userId = user === undefined ? undefined : (user?.id ?? null);

  // A layout effect: screens fill in the new member's data only after the previous member's is removed.
  useLayoutEffect(() => {
    if (userId !== undefined) recordUser(userId);
  }, [userId]);

  useEffect(() => {
    // A login or logout in one tab applies to all of them.
    const otherTabs = new BroadcastChannel('session');
    otherTabs.onmessage = () => void invalidateQueries('GET /api/auth/*');
    channel.current = otherTabs;
    return () => otherTabs.close();
  }, []);

  const refresh = async () => {
    await resetQueries();
    channel.current?.postMessage('changed');
  };

  const logout = async () => {
    try {
      await callApi('GET /api/oauth/logout').catch(() => callApi('POST /api/auth/logout', { body: {} }));
      showToast('success', 'Logged out');
    } catch {
      showToast('error', 'Logout failed', 'An error occurred during logout.');
    }
    route('/');
    await refresh();
  };

  return <AuthContext.Provider value={{ user, refresh, logout }}>{children}</AuthContext.Provider>;
}

/** True for an owner of the club; staff are not. */
export function useIsOwner(): boolean {
  return useAuth().user?.role === 'owner';
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

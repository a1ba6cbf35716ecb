import { createContext, type ReactNode, useContext } from 'react';
import type { User } from '../../src/domain/account.ts';
import { callApi } from '../lib/api.ts';
import { resetQueries, useQuery } from '../lib/query.ts';
import { useLocation } from '../lib/router.ts';

export interface Auth {
  /** Null when signed out; undefined until the server has said. */
  user: User | null | undefined;
  /** After a login: everything is asked for again, first of all who is here. */
  refresh(): Promise<void>;
  logout(): Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** The current user: `/api/auth/user` first, `/api/auth/profile` as the fallback, else nobody. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { route } = useLocation();
  const userQuery = useQuery<User | null>(['/api/auth/user'], { nullOn401: true });
  const profileQuery = useQuery<User | null>(userQuery.state === 'failed' ? ['/api/auth/profile'] : null, {
    nullOn401: true,
  });
  const query = userQuery.state === 'failed' ? profileQuery : userQuery;
  const user = query.state === 'failed' ? null : query.data;

  const logout = async () => {
    const { toast } = await import('sonner');
    try {
      await callApi('GET', '/api/oauth/logout').catch(() =>
        callApi('POST', '/api/auth/logout', { body: {} }),
      );
      toast.success('Logged out');
    } catch {
      toast.error('Logout failed', { description: 'An error occurred during logout.' });
    }
    route('/');
    await resetQueries();
  };

  return (
    <AuthContext.Provider value={{ user, refresh: resetQueries, logout }}>{children}</AuthContext.Provider>
  );
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

import { createContext, type ReactNode, useContext } from 'react';
import type { User } from '../../src/domain/account.ts';
import { call } from '../lib/api.ts';
import { clearCache, useQuery } from '../lib/query.ts';
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
  const first = useQuery<User | null>(['/api/auth/user'], { nullOn401: true });
  const second = useQuery<User | null>(first.state === 'failed' ? ['/api/auth/profile'] : null, {
    nullOn401: true,
  });
  const answer = first.state === 'failed' ? second : first;
  const user = answer.state === 'failed' ? null : answer.data;

  const logout = async () => {
    const { toast } = await import('sonner');
    try {
      await call('GET', '/api/oauth/logout').catch(() => call('POST', '/api/auth/logout', { body: {} }));
      toast.success('Logged out');
    } catch {
      toast.error('Logout failed', { description: 'An error occurred during logout.' });
    }
    route('/');
    await clearCache();
  };

  return (
    <AuthContext.Provider value={{ user, refresh: clearCache, logout }}>{children}</AuthContext.Provider>
  );
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

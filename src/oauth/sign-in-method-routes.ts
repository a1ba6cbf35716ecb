import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { SignInMethods } from '../domain/account.ts';
import { Failure } from '../domain/failure.ts';
import { isProvider, type ProviderName } from '../domain/sign-in.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import { type AccountsApi, listLinkedProviders, unlinkProvider } from './identities.ts';

/** The providers that open a member's account, and how to part with one. */
export function signInMethodRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  accounts: AccountsApi;
  /** Those that work at this club now. */
  availableProviders: ReadonlySet<ProviderName>;
}) {
  const { club, accounts, availableProviders } = deps;
  return new Elysia({ name: 'sign-in-methods' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/auth/sign-in-methods',
      ({ session }): SignInMethods => {
        const { user } = requireSession(session);
        return { password: user.has_password, providers: listLinkedProviders(club.db, user.id) };
      },
      { access: 'member' },
    )
    .delete(
      '/api/auth/sign-in-methods/:provider',
      async ({ params, session }): Promise<SignInMethods> => {
        const { user } = requireSession(session);
        const name = params.provider;
        if (!isProvider(name)) throw new Failure('not_found', 'There is no such way to sign in.');
        await club.write((tx) => unlinkProvider(tx, accounts, user, name, availableProviders));
        return { password: user.has_password, providers: listLinkedProviders(club.db, user.id) };
      },
      { access: 'member' },
    );
}

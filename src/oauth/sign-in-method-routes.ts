import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { isProvider, type ProviderName } from '../domain/sign-in-providers.ts';
import type { Base } from '../http/base.ts';
import { requireSession } from '../http/session-guard.ts';
import { type IdentityDeps, listLinkedProviders, unlinkProvider } from './identities.ts';

export function signInMethodRoutes(
  { guard, club }: Base,
  deps: IdentityDeps,
  availableProviders: ReadonlySet<ProviderName>,
) {
  return new Elysia({ name: 'sign-in-methods' })
    .use(guard)
    .get(
      '/api/auth/sign-in-methods',
      ({ session }): ApiAnswer<'GET /api/auth/sign-in-methods'> => {
        const { user } = requireSession(session);
        return { password: user.has_password, providers: listLinkedProviders(club.db, user.id) };
      },
      { access: 'member' },
    )
    .delete(
      '/api/auth/sign-in-methods/:provider',
      async ({ params, session }): Promise<ApiAnswer<'DELETE /api/auth/sign-in-methods/:provider'>> => {
        const { user } = requireSession(session);
        const { provider } = params;
        if (!isProvider(provider)) throw new Failure('not_found', 'Unknown login method.');
        await club.write((tx) => unlinkProvider(tx, deps, user, provider, availableProviders));
        return { password: user.has_password, providers: listLinkedProviders(club.db, user.id) };
      },
      { access: 'member' },
    );
}

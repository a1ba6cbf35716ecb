import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { setupOwnerSchema, setupTokenSchema } from '../domain/setup.ts';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { assertSetupToken, useSetupToken } from '../settings/setup-link.ts';
import type { AuthenticationService } from './authentication.ts';
import type { UserStore } from './user-store.ts';

/** Over all addresses together: there is only one link, and more machines must not guess it faster. */
const TRIES = { limit: 10, window: 60_000 };

/** The first owner starts in the browser, with the link printed by the program. */
export function setupRoutes(
  { guard, club, getClientIp, now }: Base,
  users: UserStore,
  authentication: AuthenticationService,
) {
  const tries = new RateLimiter(TRIES, now);
  const assertNotSetUp = () => {
    if (users.hasAdmin())
      throw new Failure('wrong_state', 'This club is already set up. Please log in instead.');
  };
  return new Elysia({ name: 'setup' })
    .use(guard)
    .post(
      '/api/setup/check',
      ({ body, set }): ApiAnswer<'POST /api/setup/check'> => {
        tries.consume('setup');
        set.headers['cache-control'] = 'no-store';
        const { token } = parseInput(setupTokenSchema, body);
        assertNotSetUp();
        assertSetupToken(club.db, token);
        return { message: 'This link works.' };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/setup',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/setup'>> => {
        tries.consume('setup');
        const input = parseInput(setupOwnerSchema, body);
        assertNotSetUp();
        assertSetupToken(club.db, input.token);
        const { user, cookies } = await authentication.createOwner(
          input,
          request,
          getClientIp({ request, server }),
          (tx) => {
            // Two people may have opened the same link.
            assertNotSetUp();
            useSetupToken(tx, input.token);
          },
        );
        set.status = 201;
        set.headers['set-cookie'] = cookies;
        set.headers['cache-control'] = 'no-store';
        return { user };
      },
      { access: 'anyone', parse: parseJsonBody },
    );
}

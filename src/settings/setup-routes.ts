import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { User } from '../domain/account.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { type SetupOwner, setupOwnerSchema, setupTokenSchema } from '../domain/setup.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import { assertSetupToken, useSetupToken } from './setup-link.ts';

/** Of all addresses together: there is one link, and guessing it must not get faster with more machines. */
const TRIES = { limit: 10, window: 60_000 };

export interface SetupDeps {
  guard: SessionGuard;
  club: ClubDb;
  hasAdmin: () => boolean;
  /** Creates the first owner and signs them in; `claim` runs first, in the same transaction. */
  createOwner: (
    input: SetupOwner,
    request: Request,
    claim: (tx: Transaction) => void,
  ) => Promise<{ user: User; cookies: string[] }>;
  now: () => number;
}

/** The first owner begins in the browser, with the link that the program has printed. */
export function setupRoutes(deps: SetupDeps) {
  const tries = new RateLimiter(TRIES, deps.now);
  const assertNotSetUp = () => {
    if (deps.hasAdmin())
      throw new Failure('wrong_state', 'This club is set up already. Please log in instead.');
  };
  return new Elysia({ name: 'setup' })
    .use(deps.guard)
    .post(
      '/api/setup/check',
      ({ body, set }): ApiAnswer<'POST /api/setup/check'> => {
        tries.consume('setup');
        set.headers['cache-control'] = 'no-store';
        const { token } = parseInput(setupTokenSchema, body);
        assertNotSetUp();
        assertSetupToken(deps.club.db, token);
        return { message: 'This link works.' };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/setup',
      async ({ body, request, set }): Promise<ApiAnswer<'POST /api/setup'>> => {
        tries.consume('setup');
        const input = parseInput(setupOwnerSchema, body);
        assertNotSetUp();
        assertSetupToken(deps.club.db, input.token);
        const { user, cookies } = await deps.createOwner(input, request, (tx) => {
          // Two people may have opened the same link.
          assertNotSetUp();
          useSetupToken(tx, input.token);
        });
        set.status = 201;
        set.headers['set-cookie'] = cookies;
        set.headers['cache-control'] = 'no-store';
        return { user };
      },
      { access: 'anyone', parse: parseJsonBody },
    );
}

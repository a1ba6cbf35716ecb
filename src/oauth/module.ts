import { Elysia } from 'elysia';
import type { OAuthConfig } from '../config/load-config.ts';
import { listConfiguredProviders, listVisibleProviders } from '../config/sign-in-providers.ts';
import type { ClubDb } from '../db/club-db.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { ClientIpResolver } from '../http/client-ip.ts';
import type { Log } from '../http/log.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { Job } from '../jobs.ts';
import { createProviders } from './create-providers.ts';
import type { AccountsApi } from './identities.ts';
import { oauthRoutes } from './routes.ts';
import { signInMethodRoutes } from './sign-in-method-routes.ts';

const SIGN_INS_PER_IP = { limit: 120, window: 10 * 60_000 };

/** Sign-in with Google, Microsoft, GitHub and Apple. */
export function createOAuthModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  log: Log;
  config: OAuthConfig;
  publicUrl: string;
  getClientIp: ClientIpResolver;
  accounts: AccountsApi;
  now: () => number;
}) {
  const { guard, club, log, config, publicUrl, accounts, getClientIp, now } = deps;
  const providers = createProviders({ oauth: config, publicUrl, now });
  const signInsByIp = new RateLimiter(SIGN_INS_PER_IP, now);
  const jobs: Job[] = [];

  return {
    routes: new Elysia({ name: 'oauth module' })
      .use(
        oauthRoutes({
          ...{ guard, club, providers, accounts, log, now },
          cookieSecret: readSecret(club.db, 'cookie'),
          https: publicUrl.startsWith('https://'),
          limit: (context) => signInsByIp.consume(getClientIp(context)),
        }),
      )
      .use(signInMethodRoutes({ guard, club, accounts, availableProviders: new Set(providers.keys()) })),
    jobs,
    api: {
      visibleProviders: (isSetUp: boolean) => listVisibleProviders(config, isSetUp),
      configuredProviders: listConfiguredProviders(config),
    },
  };
}

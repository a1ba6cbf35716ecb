import { Elysia } from 'elysia';
import type { Accounts } from '../accounts/module.ts';
import type { Base } from '../http/base.ts';
import type { OutboxModule } from '../outbox/module.ts';
import { createProviders } from './create-providers.ts';
import { oauthRoutes } from './routes.ts';
import { signInMethodRoutes } from './sign-in-method-routes.ts';

/** Sign-in with Google, Microsoft, GitHub and Apple. */
export function createOAuth(base: Base, { outbox, accounts }: { outbox: OutboxModule; accounts: Accounts }) {
  const { config, now } = base;
  const providers = createProviders({ oauth: config.oauth, publicUrl: config.publicUrl, now });
  const deps = { users: accounts.users, outbox: outbox.store };
  return {
    routes: new Elysia({ name: 'oauth module' })
      .use(oauthRoutes(base, accounts, outbox.store, providers))
      .use(signInMethodRoutes(base, deps, new Set(providers.keys()))),
  };
}

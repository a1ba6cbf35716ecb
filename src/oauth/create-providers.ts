import type { OAuthConfig } from '../config/load-config.ts';
import type { ProviderName } from '../domain/sign-in.ts';
import { createAppleClientSecretSigner } from './apple-client-secret.ts';
import { GitHubProvider } from './github-provider.ts';
import { OpenIdProvider } from './openid-provider.ts';
import type { Provider } from './provider.ts';
import { listConfiguredProviders } from './provider-config.ts';

/** The providers the owner has set up, by name, in the order of their buttons. */
export function createProviders(options: {
  oauth: OAuthConfig;
  publicUrl: string;
  now: () => number;
}): Map<ProviderName, Provider> {
  const { oauth, publicUrl, now } = options;
  const redirectUri = (name: ProviderName) => `${publicUrl}/api/oauth/callback/${name}`;
  const createOpenIdProvider = (name: 'google' | 'microsoft') =>
    new OpenIdProvider({
      issuer: oauth[name].issuer,
      clientId: oauth[name].client_id,
      clientSecret: () => oauth[name].client_secret,
      redirectUri: redirectUri(name),
      extraParams: { prompt: 'select_account' },
      now,
    });
  const factories: Record<ProviderName, () => Provider> = {
    google: () => createOpenIdProvider('google'),
    microsoft: () => createOpenIdProvider('microsoft'),
    github: () =>
      new GitHubProvider({
        url: oauth.github.url,
        clientId: oauth.github.client_id,
        clientSecret: oauth.github.client_secret,
        redirectUri: redirectUri('github'),
      }),
    apple: () =>
      new OpenIdProvider({
        issuer: oauth.apple.issuer,
        clientId: oauth.apple.client_id,
        clientSecret: createAppleClientSecretSigner({
          clientId: oauth.apple.client_id,
          teamId: oauth.apple.team_id,
          keyId: oauth.apple.key_id,
          privateKey: oauth.apple.private_key,
          issuer: oauth.apple.issuer,
          now,
        }),
        redirectUri: redirectUri('apple'),
        // Apple gives name and email in no other way.
        extraParams: { response_mode: 'form_post' },
        now,
      }),
  };
  return new Map(listConfiguredProviders(oauth).map((name) => [name, factories[name]()]));
}

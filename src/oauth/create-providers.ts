import { importPKCS8, SignJWT } from 'jose';
import type { OAuthConfig } from '../config/load-config.ts';
import { listConfiguredProviders } from '../config/sign-in-providers.ts';
import type { ProviderName } from '../domain/sign-in-providers.ts';
import { GitHubProvider } from './github-provider.ts';
import { OpenIdProvider } from './openid-provider.ts';
import { type Provider, SignInError } from './provider.ts';

const APPLE_SECRET_TTL_SECONDS = 300;

/** The providers configured by the owner, in the order of their buttons. */
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
        clientSecret: () => signAppleClientSecret(oauth.apple, now()),
        redirectUri: redirectUri('apple'),
        // Apple sends name and email only with this response mode.
        extraParams: { response_mode: 'form_post' },
      }),
  };
  return new Map(listConfiguredProviders(oauth).map((name) => [name, factories[name]()]));
}

/** Signs the short-lived token that Apple expects as the client secret. */
async function signAppleClientSecret(apple: OAuthConfig['apple'], now: number): Promise<string> {
  const nowSeconds = Math.floor(now / 1000);
  try {
    return await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: apple.key_id })
      .setIssuer(apple.team_id)
      .setSubject(apple.client_id)
      .setAudience(apple.issuer)
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + APPLE_SECRET_TTL_SECONDS)
      .sign(await importPKCS8(apple.private_key, 'ES256'));
  } catch (error) {
    throw new SignInError('busy', error);
  }
}

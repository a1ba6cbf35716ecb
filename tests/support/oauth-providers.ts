import { exportPKCS8, generateKeyPair } from 'jose';
import { startGitHubServer } from './github-server.ts';
import { type OidcUser, startOidcServer } from './oidc-server.ts';

const OIDC_PROVIDERS = [
  ['google', 'club-g'],
  ['microsoft', 'club-m'],
  ['apple', 'club-a'],
] as const;

type OidcProviderName = (typeof OIDC_PROVIDERS)[number][0];

/** Starts all four providers on loopback; `env` configures a club at `url` for them. */
export async function startOAuthProviders(options: {
  url: string;
  user: (provider: OidcProviderName) => OidcUser;
  interactive?: boolean;
}) {
  const { url, user, interactive = false } = options;
  const callbackUrl = (name: string) => `${url}/api/oauth/callback/${name}`;
  const key = await generateKeyPair('ES256', { extractable: true });
  const start = ([name, clientId]: (typeof OIDC_PROVIDERS)[number]) =>
    startOidcServer({
      clientId,
      redirectUri: callbackUrl(name),
      user: user(name),
      interactive,
      ...(name === 'apple' ? { apple: { team_id: 'TEAM', key_id: 'KEY', publicKey: key.publicKey } } : {}),
    });
  const [google, microsoft, apple] = await Promise.all([
    start(OIDC_PROVIDERS[0]),
    start(OIDC_PROVIDERS[1]),
    start(OIDC_PROVIDERS[2]),
  ]);
  const github = startGitHubServer({
    clientId: 'club-h',
    redirectUri: callbackUrl('github'),
    user: {
      id: 7,
      login: 'github',
      name: 'Member github',
      emails: [{ email: 'github@example.com', primary: true, verified: true }],
    },
  });
  const env: Record<string, string> = {
    PUBLIC_URL: url,
    GOOGLE_CLIENT_ID: 'club-g',
    GOOGLE_CLIENT_SECRET: google.clientSecret,
    GOOGLE_ISSUER: google.issuer,
    MICROSOFT_CLIENT_ID: 'club-m',
    MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
    MICROSOFT_ISSUER: microsoft.issuer,
    GITHUB_CLIENT_ID: 'club-h',
    GITHUB_CLIENT_SECRET: github.clientSecret,
    GITHUB_URL: github.url,
    APPLE_CLIENT_ID: 'club-a',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: (await exportPKCS8(key.privateKey)).replaceAll('\n', '\\n'),
    APPLE_ISSUER: apple.issuer,
  };
  return {
    google,
    microsoft,
    apple,
    github,
    env,
    close() {
      for (const server of [google, microsoft, apple, github]) server.close();
    },
  };
}

export type OAuthProviders = Awaited<ReturnType<typeof startOAuthProviders>>;

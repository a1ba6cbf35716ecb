import { exportPKCS8, generateKeyPair } from 'jose';
import { startGitHub } from './github-server.ts';
import { type Persona, startIdentityProvider } from './identity-provider.ts';

const OPENID = [
  ['google', 'club-g'],
  ['microsoft', 'club-m'],
  ['apple', 'club-a'],
] as const;

type Kind = (typeof OPENID)[number][0];

/**
 * All four providers on loopback, each a server of its own, for a club at `url`; `env` tells the club of
 * them. With `ask` the three OpenID ones show their page first.
 */
export async function startProviders(options: {
  url: string;
  person: (provider: Kind) => Persona;
  ask?: boolean;
}) {
  const { url, person, ask = false } = options;
  const back = (name: string) => `${url}/api/oauth/callback/${name}`;
  const key = await generateKeyPair('ES256', { extractable: true });
  const start = ([name, clientId]: (typeof OPENID)[number]) =>
    startIdentityProvider({
      ...{ clientId, redirectUri: back(name), person: person(name), ask },
      ...(name === 'apple' ? { apple: { team_id: 'TEAM', key_id: 'KEY', publicKey: key.publicKey } } : {}),
    });
  const [google, microsoft, apple] = await Promise.all([
    start(OPENID[0]),
    start(OPENID[1]),
    start(OPENID[2]),
  ]);
  const github = startGitHub({
    clientId: 'club-h',
    redirectUri: back('github'),
    person: {
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
    ...{ google, microsoft, apple, github, env },
    close() {
      for (const server of [google, microsoft, apple, github]) server.close();
    },
  };
}

export type Providers = Awaited<ReturnType<typeof startProviders>>;

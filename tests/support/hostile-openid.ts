import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** How the provider attacks. */
export interface MaliciousBehavior {
  claims?: Record<string, unknown>;
  /** Which wrong signature the token has. */
  sign?: 'another key' | 'none' | 'shared secret';
  /** The issuer in the metadata. */
  issuer?: string;
  /** The token endpoint's answer. */
  token?: 'html' | 'error' | 'hangs up';
}

/** An OpenID provider with configurable attacks; it remembers the last visitor's nonce. */
export async function startMaliciousOpenIdProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const unknownKeyPair = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const provider = { issuer: '', behavior: {} as MaliciousBehavior, close: () => {} };
  let nonce = '';

  const idToken = async (): Promise<string> => {
    const claims = {
      iss: provider.issuer,
      sub: 'crook',
      aud: 'club',
      nonce,
      email: 'crook@example.com',
      email_verified: true,
      name: 'Crook Crooked',
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 300,
      ...provider.behavior.claims,
    };
    const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    if (provider.behavior.sign === 'none') return `${encodePart({ alg: 'none' })}.${encodePart(claims)}.`;
    if (provider.behavior.sign === 'shared secret') {
      const secret = new TextEncoder().encode('a-secret-only-these-two-know-of-1234');
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    }
    const key = provider.behavior.sign === 'another key' ? unknownKeyPair.privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  };

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === '/.well-known/openid-configuration') {
        return Response.json({
          issuer: provider.behavior.issuer ?? provider.issuer,
          authorization_endpoint: `${provider.issuer}/auth`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/jwks`,
        });
      }
      if (url.pathname === '/jwks') return Response.json({ keys: [jwk] });
      if (url.pathname === '/auth') {
        nonce = url.searchParams.get('nonce') ?? '';
        const redirectUrl = new URL(url.searchParams.get('redirect_uri') ?? '');
        redirectUrl.searchParams.set('code', 'a-code');
        redirectUrl.searchParams.set('state', url.searchParams.get('state') ?? '');
        return Response.redirect(redirectUrl.href, 302);
      }
      if (provider.behavior.token === 'html') return new Response('<h1>Busy</h1>', { status: 502 });
      if (provider.behavior.token === 'error')
        return Response.json({ error: 'invalid_grant' }, { status: 400 });
      if (provider.behavior.token === 'hangs up') return new Response('', { status: 200 });
      return Response.json({ access_token: 'x', token_type: 'bearer', id_token: await idToken() });
    },
  });
  provider.issuer = `http://127.0.0.1:${server.port}`;
  provider.close = () => void server.stop(true);
  return provider;
}

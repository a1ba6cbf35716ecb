import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What a crooked provider writes into the token instead of the truth. */
export interface Crookedness {
  claims?: Record<string, unknown>;
  /** Sign with a key nobody knows, or not at all. */
  sign?: 'another key' | 'none' | 'shared secret';
  /** What the description says the issuer is. */
  issuer?: string;
  /** What the token endpoint does. */
  token?: 'html' | 'error' | 'hangs up';
}

/** An OpenID provider that lies as told. It remembers the nonce of the last visitor, as a real one would. */
export async function startCrookedProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const crooked = { issuer: '', lie: {} as Crookedness, close: () => {} };
  let nonce = '';

  const idToken = async (): Promise<string> => {
    const claims = {
      iss: crooked.issuer,
      sub: 'crook',
      aud: 'club',
      nonce,
      email: 'crook@example.com',
      email_verified: true,
      name: 'Crook Crooked',
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 300,
      ...crooked.lie.claims,
    };
    const plain = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    if (crooked.lie.sign === 'none') return `${plain({ alg: 'none' })}.${plain(claims)}.`;
    if (crooked.lie.sign === 'shared secret') {
      const secret = new TextEncoder().encode('a-secret-only-these-two-know-of-1234');
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    }
    const key = crooked.lie.sign === 'another key' ? stranger.privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  };

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === '/.well-known/openid-configuration') {
        return Response.json({
          issuer: crooked.lie.issuer ?? crooked.issuer,
          authorization_endpoint: `${crooked.issuer}/auth`,
          token_endpoint: `${crooked.issuer}/token`,
          jwks_uri: `${crooked.issuer}/jwks`,
        });
      }
      if (url.pathname === '/jwks') return Response.json({ keys: [jwk] });
      if (url.pathname === '/auth') {
        nonce = url.searchParams.get('nonce') ?? '';
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'a-code');
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        return Response.redirect(back.href, 302);
      }
      if (crooked.lie.token === 'html') return new Response('<h1>Busy</h1>', { status: 502 });
      if (crooked.lie.token === 'error') return Response.json({ error: 'invalid_grant' }, { status: 400 });
      if (crooked.lie.token === 'hangs up') return new Response('', { status: 200 });
      return Response.json({ access_token: 'x', token_type: 'bearer', id_token: await idToken() });
    },
  });
  crooked.issuer = `http://127.0.0.1:${server.port}`;
  crooked.close = () => void server.stop(true);
  return crooked;
}

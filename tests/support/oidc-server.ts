import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, jwtVerify } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';
import { findFreePort } from './find-free-port.ts';

/** The user signed in at the provider. */
export interface OidcUser {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  given_name?: string;
  family_name?: string;
  /** Claims that only Microsoft sends. */
  tid?: string;
  xms_edov?: boolean;
}

/** The key with which the server checks Apple's client secret. */
export interface ApplePublicKey {
  team_id: string;
  key_id: string;
  publicKey: CryptoKey;
}

const CLIENT_SECRET = 'a-secret-only-these-two-know-of-1234';

/** Starts an OpenID provider (the package oidc-provider) with one user; `interactive` shows a page with a button. */
export async function startOidcServer(options: {
  clientId: string;
  redirectUri: string;
  user: OidcUser;
  apple?: ApplePublicKey;
  interactive?: boolean;
  host?: string;
}) {
  const port = await findFreePort();
  const issuer = `http://${options.host ?? '127.0.0.1'}:${port}`;
  const idp = {
    issuer,
    clientSecret: CLIENT_SECRET,
    user: options.user,
    deniesAccess: false,
    close: () => {},
  };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }));

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: CLIENT_SECRET,
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['only for tests'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'tid', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: {
      policy,
      url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
    },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ ...idp.user, sub: id }),
    }),
    async loadExistingGrant(context: {
      oidc: { client: { clientId: string }; account: { accountId: string } };
    }) {
      const grant = new provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.account.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });

  const callback = provider.callback();
  const finishInteraction = (request: IncomingMessage, response: ServerResponse) =>
    provider.interactionFinished(
      request,
      response,
      idp.deniesAccess
        ? { error: 'access_denied' }
        : { login: { accountId: idp.user.sub }, select_account: {} },
    );
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      if (!options.interactive || request.method === 'POST') return finishInteraction(request, response);
      response.setHeader('content-type', 'text/html');
      return response.end(
        `<!doctype html><title>Provider</title><form method="post"><button>Continue as ${idp.user.sub}</button></form>`,
      );
    }
    if (options.apple && request.url === '/token') {
      const body = new URLSearchParams(await readBody(request));
      // Apple's secret changes with every request; the provider behind this server expects a fixed one.
      if (await isAppleSecret(body.get('client_secret') ?? '', options.clientId, issuer, options.apple)) {
        body.set('client_secret', CLIENT_SECRET);
      }
      Object.assign(request, { body: Object.fromEntries(body) });
    }
    callback(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  idp.close = () => void server.close();
  return idp;
}

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function isAppleSecret(
  secret: string,
  clientId: string,
  issuer: string,
  key: ApplePublicKey,
): Promise<boolean> {
  try {
    const { protectedHeader } = await jwtVerify(secret, key.publicKey, {
      algorithms: ['ES256'],
      issuer: key.team_id,
      subject: clientId,
      audience: issuer,
      requiredClaims: ['iat', 'exp'],
    });
    return protectedHeader.kid === key.key_id;
  } catch {
    return false;
  }
}

import { createHash } from 'node:crypto';

export interface GitHubUser {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

/** The GitHub routes that a sign-in uses, with PKCE and one-time codes. */
export function startGitHubServer(options: { clientId: string; redirectUri: string; user: GitHubUser }) {
  const codes = new Map<string, string>();
  const tokens = new Set<string>();
  const github = { url: '', clientSecret: 'a-secret-of-github', user: options.user, close: () => {} };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url);
      const isAuthorized = tokens.has(request.headers.get('authorization')?.replace('Bearer ', '') ?? '');
      switch (`${request.method} ${url.pathname}`) {
        case 'GET /login/oauth/authorize': {
          const query = url.searchParams;
          const isInvalid =
            query.get('client_id') !== options.clientId ||
            query.get('redirect_uri') !== options.redirectUri ||
            query.get('code_challenge_method') !== 'S256' ||
            query.get('scope') !== 'user:email';
          if (isInvalid) return new Response('wrong request', { status: 400 });
          const code = crypto.randomUUID();
          codes.set(code, query.get('code_challenge') ?? '');
          const redirectUrl = new URL(options.redirectUri);
          redirectUrl.searchParams.set('code', code);
          redirectUrl.searchParams.set('state', query.get('state') ?? '');
          return Response.redirect(redirectUrl.href, 302);
        }
        case 'POST /login/oauth/access_token': {
          const body = new URLSearchParams(await request.text());
          const code = body.get('code') ?? '';
          const challenge = createHash('sha256')
            .update(body.get('code_verifier') ?? '')
            .digest('base64url');
          const isValid = body.get('client_secret') === github.clientSecret && codes.get(code) === challenge;
          codes.delete(code);
          // GitHub answers errors with status 200.
          if (!isValid) return Response.json({ error: 'bad_verification_code' });
          const access_token = crypto.randomUUID();
          tokens.add(access_token);
          return Response.json({ access_token, token_type: 'bearer', scope: 'user:email' });
        }
        case 'GET /api/v3/user': {
          const { id, login, name } = github.user;
          return isAuthorized
            ? Response.json({ id, login, name, avatar_url: null })
            : new Response('', { status: 401 });
        }
        case 'GET /api/v3/user/emails':
          return isAuthorized ? Response.json(github.user.emails) : new Response('', { status: 401 });
        default:
          return new Response('', { status: 404 });
      }
    },
  });
  github.url = `http://127.0.0.1:${server.port}`;
  github.close = () => void server.stop(true);
  return github;
}

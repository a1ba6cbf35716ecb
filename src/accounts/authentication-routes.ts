import { Elysia } from 'elysia';
import { loginSchema, registerSchema } from '../domain/account.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { ClientIpResolver, RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { AuthenticationService } from './authentication.ts';

export function authenticationRoutes(deps: {
  guard: SessionGuard;
  authentication: AuthenticationService;
  getClientIp: ClientIpResolver;
  limits: { register: (context: RequestContext) => void };
}) {
  const { authentication } = deps;
  return new Elysia({ name: 'authentication' })
    .use(deps.guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/auth/register',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/auth/register'>> => {
        deps.limits.register({ request, server });
        const { user, cookies } = await authentication.register(
          parseInput(registerSchema, body),
          request,
          deps.getClientIp({ request, server }),
        );
        set.status = 201;
        set.headers['set-cookie'] = cookies;
        return { user };
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .post(
      '/api/auth/login',
      async ({ body, request, server, set }): Promise<ApiAnswer<'POST /api/auth/login'>> => {
        const input = parseInput(loginSchema, body);
        const ip = deps.getClientIp({ request, server });
        const { user, cookies } = await authentication.login(input, request, ip);
        set.headers['set-cookie'] = cookies;
        return { user };
      },
      { access: 'anyone', parse: parseJsonBody },
    );
}

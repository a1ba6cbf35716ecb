import { Elysia } from 'elysia';
import type { Accounts } from '../accounts/module.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { personalDataLinkSchema, personalDataTokenSchema } from '../domain/personal-data-link.ts';
import type { Base } from '../http/base.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession } from '../http/session-guard.ts';
import type { PersonalDataService } from './personal-data.ts';

/** Download and deletion of a person's data, on the account page and through a link from an owner. */
export function personalDataRoutes(
  { guard }: Base,
  { sessions, limitEmailRequests }: Accounts,
  personalData: PersonalDataService,
) {
  const anyoneJson = { access: 'anyone', parse: parseJsonBody } as const;
  return new Elysia({ name: 'personal-data' })
    .use(guard)
    .onBeforeHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/auth/data.zip',
      async ({ session }) => zipResponse(await personalData.exportUser(requireSession(session).user.id)),
      { access: 'member' },
    )
    .delete(
      '/api/auth/account',
      async ({ session, set }): Promise<ApiAnswer<'DELETE /api/auth/account'>> => {
        await personalData.eraseUser(requireSession(session).user.id);
        set.headers['set-cookie'] = sessions.serializeCookie('');
        return { message: 'Your account and your data have been deleted.' };
      },
      { access: 'member' },
    )
    .post(
      '/api/admin/personal-data',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/admin/personal-data'>> => {
        const input = parseInput(personalDataLinkSchema, body);
        const left_out = await personalData.sendLink(input, actorOf(session));
        return { data: { email: input.email, left_out } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .post(
      '/api/personal-data/download',
      async ({ body, request, server }) => {
        limitEmailRequests({ request, server });
        return zipResponse(await personalData.exportGuest(parseInput(personalDataTokenSchema, body).token));
      },
      anyoneJson,
    )
    .post(
      '/api/personal-data/delete',
      async ({ body, request, server }): Promise<ApiAnswer<'POST /api/personal-data/delete'>> => {
        limitEmailRequests({ request, server });
        await personalData.eraseGuest(parseInput(personalDataTokenSchema, body).token);
        return { message: 'Your data has been deleted.' };
      },
      anyoneJson,
    );
}

function zipResponse(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'cache-control': 'no-store',
    },
  });
}

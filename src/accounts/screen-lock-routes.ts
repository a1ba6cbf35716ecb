import { Elysia } from 'elysia';
import { pinSchema } from '../domain/account.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { ScreenLock } from './screen-lock.ts';

/** Locks the session of an owner or staff member until they enter their PIN. */
export function screenLockRoutes(deps: { guard: SessionGuard; screenLock: ScreenLock }) {
  return new Elysia({ name: 'screen lock' })
    .use(deps.guard)
    .put(
      '/api/auth/pin',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/auth/pin'>> => {
        await deps.screenLock.setPin(requireSession(session), parseInput(pinSchema, body).pin);
        return { message: 'The PIN is saved.' };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .post(
      '/api/auth/lock',
      async ({ session }): Promise<ApiAnswer<'POST /api/auth/lock'>> => {
        await deps.screenLock.lock(requireSession(session));
        return { message: 'The screen is locked.' };
      },
      { access: 'staff', parse: 'none' },
    )
    .post(
      '/api/auth/unlock',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/auth/unlock'>> => {
        await deps.screenLock.unlock(requireSession(session), parseInput(pinSchema, body).pin);
        return { message: 'The screen is unlocked.' };
      },
      { access: 'member', parse: parseJsonBody },
    );
}

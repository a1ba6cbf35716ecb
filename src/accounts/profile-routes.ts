import { Elysia } from 'elysia';
import type { CourtStore } from '../courts/store.ts';
import type { ClubDb } from '../db/club-db.ts';
import { preferencesSchema, profileSchema } from '../domain/account.ts';
import type { User } from '../domain/api/account-answers.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { Settings } from '../settings/settings.ts';
import type { UserStore } from './user-store.ts';

export function profileRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  settings: Pick<Settings, 'facts'>;
  users: UserStore;
  courts: CourtStore;
  /** Throws `not_found` if the account has been deleted in the meantime. */
  loadUser: (session: Session) => User;
}) {
  const { club, settings, users, loadUser } = deps;
  return new Elysia({ name: 'profile' })
    .use(deps.guard)
    .get(
      '/api/auth/profile',
      ({ session }): ApiAnswer<'GET /api/auth/profile'> => requireSession(session).user,
      { access: 'member' },
    )
    .put(
      '/api/auth/profile',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/auth/profile'>> => {
        const { user } = requireSession(session);
        const { name, phone } = parseInput(profileSchema, body);
        const profile = { name, phone: phone ? normalizePhone(phone) : null };
        await club.write((tx) => users.setProfile(tx, user.id, profile));
        return loadUser(requireSession(session));
      },
      { access: 'member', parse: parseJsonBody },
    )
    .put(
      '/api/auth/preferences',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/auth/preferences'>> => {
        const { user } = requireSession(session);
        const changes = parseInput(preferencesSchema, body);
        if (changes.favorite_courts?.some((id) => deps.courts.find(id) === null)) {
          throw invalidField('favorite_courts', 'Please choose courts from the list.');
        }
        await club.write((tx) => users.setPreferences(tx, user.id, changes, settings.facts()));
        return loadUser(requireSession(session));
      },
      { access: 'member', parse: parseJsonBody },
    );
}

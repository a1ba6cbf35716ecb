import { Elysia } from 'elysia';
import { listAuditEntries } from '../db/audit-log.ts';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import {
  readSetting,
  SETTING_KEYS,
  type SettingKey,
  settingsChangeSchema,
} from '../domain/owner-settings.ts';
import { openSetupSteps } from '../domain/setup.ts';
import { savePictureUpload } from '../http/picture-upload.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf, assertReauthenticated, requireSession, type SessionGuard } from '../http/session-guard.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import { type ChangeTarget, changeSettings } from './change-settings.ts';
import { SETTINGS_SUBJECT } from './store.ts';

type SettingsAnswer = ApiAnswer<'GET /api/admin/settings'>;
export type MachineState = SettingsAnswer['data']['machine'];

/** The pictures that an owner uploads; the QR code is a setting by its file name, the others by their address. */
const PICTURES: Record<string, { key: SettingKey; toValue: (file: string) => string }> = {
  bank_qr: { key: 'bank.qr_picture', toValue: (file) => file },
  hero: { key: 'landing.hero_picture', toValue: (file) => `/media/${file}` },
  food: { key: 'landing.food_picture', toValue: (file) => `/media/${file}` },
};

interface SettingsRouteDeps {
  guard: SessionGuard;
  club: ClubDb;
  target: ChangeTarget;
  mediaDir: string;
  imageReencoder: ImageReencoder;
  courtsChecked: () => boolean;
  notify: (tx: Transaction, message: AccountMessage) => void;
  /** Throws `rate_limited` when an owner asks for too many test emails. */
  limitTestEmails: (userId: number) => void;
  /** What the owner sees of the machine's side. */
  machineState: () => MachineState;
}

/** Reading and changing the owner's settings, with their history and pictures. */
export function settingsRoutes(deps: SettingsRouteDeps) {
  const { club, target } = deps;
  const { store, locked } = target;
  const answer = (): SettingsAnswer => ({
    data: {
      version: store.version(),
      values: Object.fromEntries(SETTING_KEYS.map((key) => [key, readSetting(store.current(), key)])),
      locked: Object.fromEntries(Object.entries(locked).map(([key, { source }]) => [key, source])),
      machine: deps.machineState(),
      open_steps: openSetupSteps(store.current(), deps.machineState(), deps.courtsChecked()),
    },
  });
  const setPicture = (name: string, file: string | null, actor: Actor) => {
    const { key, toValue } = requirePicture(name);
    const changes = { [key]: file === null ? '' : toValue(file) };
    return club.write((tx) => changeSettings(tx, target, { changes }, actor));
  };

  return new Elysia({ name: 'settings' })
    .use(deps.guard)
    .get('/api/admin/settings', answer, { access: 'owner' })
    .put(
      '/api/admin/settings',
      async ({ body, session }): Promise<SettingsAnswer> => {
        const change = parseInput(settingsChangeSchema, body);
        if (Object.keys(change.changes).some(isRiskySetting)) assertReauthenticated(session);
        await club.write((tx) => changeSettings(tx, target, change, actorOf(session)));
        return answer();
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .post(
      '/api/admin/settings/test-email',
      async ({ session }): Promise<ApiAnswer<'POST /api/admin/settings/test-email'>> => {
        const { id, email, name } = requireSession(session).user;
        deps.limitTestEmails(id);
        await club.write((tx) => deps.notify(tx, { kind: 'mail_test', user_id: id, email, name }));
        return {
          message:
            deps.machineState().mail === 'smtp'
              ? `The email is on its way to ${email}. If it does not arrive, the tab Email & SMS says why.`
              : 'The email was saved in the folder outbox on the server, because no mail provider is set up.',
        };
      },
      { access: 'owner', parse: 'none' },
    )
    .get(
      '/api/admin/settings/history',
      (): ApiAnswer<'GET /api/admin/settings/history'> => ({
        data: { history: listAuditEntries(club.db, ...SETTINGS_SUBJECT) },
      }),
      { access: 'owner' },
    )
    .put(
      '/api/admin/settings/pictures/:name',
      async ({ params, request, session }): Promise<SettingsAnswer> => {
        if (isRiskySetting(requirePicture(params.name).key)) assertReauthenticated(session);
        const file = await savePictureUpload(request, deps.imageReencoder, deps.mediaDir);
        await setPicture(params.name, file, actorOf(session));
        return answer();
      },
      // The body is read after the check that an owner sends it.
      { access: 'owner', parse: skipBodyParsing },
    )
    .delete(
      '/api/admin/settings/pictures/:name',
      async ({ params, session }): Promise<SettingsAnswer> => {
        if (isRiskySetting(requirePicture(params.name).key)) assertReauthenticated(session);
        await setPicture(params.name, null, actorOf(session));
        return answer();
      },
      { access: 'owner' },
    );
}

/** Where customers send money, and what staff may do. */
function isRiskySetting(key: string): boolean {
  return /^(bank|staff)\./.test(key);
}

function requirePicture(name: string) {
  const picture = Object.hasOwn(PICTURES, name) ? PICTURES[name] : undefined;
  if (!picture) throw new Failure('not_found', 'There is no such picture.');
  return picture;
}

import type { Database } from 'bun:sqlite';
import { Elysia } from 'elysia';
import { listConfiguredProviders } from '../config/sign-in-providers.ts';
import type { CourtStore } from '../courts/store.ts';
import { listAuditEntries } from '../db/audit-log.ts';
import type { Actor } from '../db/club-event.ts';
import { STAFF_RIGHTS } from '../domain/api/route-contract.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { businessDayOf } from '../domain/business-day.ts';
import { isLocalAddress } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import { testTextSchema } from '../domain/machine-settings.ts';
import {
  readSetting,
  SETTING_KEYS,
  type SettingKey,
  settingsChangeSchema,
} from '../domain/owner-settings.ts';
import { normalizePhone } from '../domain/phone.ts';
import { raastTrialSchema } from '../domain/raast.ts';
import { openSetupSteps } from '../domain/setup.ts';
import type { Base } from '../http/base.ts';
import { savePictureUpload } from '../http/picture-upload.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf, assertReauthenticated, requireSession } from '../http/session-guard.ts';
import { SendError } from '../outbox/channels/channel.ts';
import { createSmsTransport } from '../outbox/channels/sms-transport.ts';
import { drawRaast } from '../payments/transfer-qr.ts';
import { readPlannedChange, writePlannedChange } from '../settings/planned-change.ts';
import { SETTINGS_SUBJECT } from '../settings/settings.ts';
import { type ChangeTarget, changeSettings, planSettings } from './change-settings.ts';

type SettingsAnswer = ApiAnswer<'GET /api/admin/settings'>;
type MachineState = SettingsAnswer['data']['machine'];

/** Pictures that an owner uploads; the QR code is stored by file name, the others by address. */
const PICTURES: Record<string, { key: SettingKey; toValue: (file: string) => string }> = {
  bank_qr: { key: 'bank.qr_picture', toValue: (file) => file },
  hero: { key: 'landing.hero_picture', toValue: (file) => `/media/${file}` },
  food: { key: 'landing.food_picture', toValue: (file) => `/media/${file}` },
};

const TEST_TEXT_TIMEOUT_MS = 15_000;
const TEST_EMAILS = { limit: 5, window: 10 * 60_000 };

/** Reading and changing the owner's settings, with their history and pictures. */
export function settingsRoutes(base: Base, target: ChangeTarget, courts: CourtStore) {
  const { club, config, images, mediaDir } = base;
  const { settings, outbox } = target;
  const testEmails = new RateLimiter(TEST_EMAILS, base.now);
  const machineState = (): MachineState => ({
    public_url: config.publicUrl,
    has_public_url: !isLocalAddress(config.publicUrl),
    mail: config.mail.smtp_url ? 'smtp' : 'files',
    text_messages: settings.facts().text_messages,
    backup_elsewhere: config.backup.s3.bucket !== '' || config.backup.folder !== '',
    card_payments: config.payments.provider !== '',
    sign_in: listConfiguredProviders(config.oauth),
  });
  const answer = (): SettingsAnswer => ({
    data: {
      version: settings.version(),
      values: Object.fromEntries(SETTING_KEYS.map((key) => [key, readSetting(settings.current(), key)])),
      planned: plannedOf(club.db),
      locked: Object.fromEntries(Object.entries(settings.locked).map(([key, { source }]) => [key, source])),
      machine: machineState(),
      open_steps: openSetupSteps(settings.current(), machineState(), courts.hasEdited()),
    },
  });
  const setPicture = (name: string, file: string | null, actor: Actor) => {
    const { key, toValue } = requirePicture(name);
    const changes = { [key]: file === null ? '' : toValue(file) };
    return club.write((tx) => changeSettings(tx, target, { changes }, actor));
  };

  return new Elysia({ name: 'settings' })
    .use(base.guard)
    .get('/api/admin/settings', answer, { access: 'owner' })
    .get(
      '/api/admin/chat',
      (): ApiAnswer<'GET /api/admin/chat'> => {
        const { name, phone, bank } = settings.facts();
        const { account_title, bank_name, iban } = bank;
        const { chat } = settings.current();
        return { data: { name, phone, bank: { account_title, bank_name, iban }, wording: chat } };
      },
      { access: 'staff' },
    )
    .put(
      '/api/admin/settings',
      async ({ body, session }): Promise<SettingsAnswer> => {
        const change = parseInput(settingsChangeSchema, body);
        if (Object.keys(change.changes).some(isRiskySetting)) assertReauthenticated(session);
        await club.write((tx) => {
          if (change.from === undefined || change.from <= businessDayOf(tx.now))
            changeSettings(tx, target, change, actorOf(session));
          else planSettings(tx, target, { ...change, from: change.from }, actorOf(session));
        });
        return answer();
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .delete(
      '/api/admin/settings/planned',
      async (): Promise<SettingsAnswer> => {
        await club.write((tx) => writePlannedChange(tx, null));
        return answer();
      },
      { access: 'owner' },
    )
    .post(
      '/api/admin/settings/test-email',
      async ({ session }): Promise<ApiAnswer<'POST /api/admin/settings/test-email'>> => {
        const { id, email, name } = requireSession(session).user;
        testEmails.consume(String(id));
        await club.write((tx) =>
          outbox.enqueueAccountMessage(tx, { kind: 'mail_test', user_id: id, email, name }),
        );
        return {
          message:
            machineState().mail === 'smtp'
              ? `The email is on its way to ${email}. If it doesn’t arrive, the dashboard says why under Club, Message log.`
              : 'The email was saved in the folder outbox on the server, because no mail provider is set up.',
        };
      },
      { access: 'owner', parse: 'none' },
    )
    .post(
      '/api/admin/settings/test-text',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/admin/settings/test-text'>> => {
        const { phone } = parseInput(testTextSchema, body);
        if (!config.sms.url) throw new Failure('wrong_state', 'No gateway for text messages is set up.');
        testEmails.consume(`text ${requireSession(session).user.id}`);
        const message = {
          to: normalizePhone(phone),
          text: `${settings.facts().name}: this is the test you asked for.`,
        };
        const envelope = { message_id: `${crypto.randomUUID()}@try` };
        try {
          const signal = AbortSignal.any([base.stopSignal, AbortSignal.timeout(TEST_TEXT_TIMEOUT_MS)]);
          return { sent: true, answer: await createSmsTransport(config.sms).send(message, envelope, signal) };
        } catch (error) {
          if (error instanceof SendError) return { sent: false, answer: error.message };
          throw error;
        }
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .get(
      '/api/admin/settings/raast',
      ({ query }): ApiAnswer<'GET /api/admin/settings/raast'> => {
        // A dated account is tried before its date.
        const { variant, iban } = parseInput(raastTrialSchema, {
          variant: query.variant ?? 'v02',
          iban: query.iban ?? settings.current().bank.iban,
        });
        return { data: drawRaast(variant, { iban, amount: 1, expiresAt: null }) };
      },
      { access: 'owner' },
    )
    .get(
      '/api/admin/rights',
      (): ApiAnswer<'GET /api/admin/rights'> => {
        const { staff } = target.settings.current();
        return { data: { rights: STAFF_RIGHTS.filter((right) => staff[right]) } };
      },
      { access: 'staff' },
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
        const file = await savePictureUpload(request, images, mediaDir);
        await setPicture(params.name, file, actorOf(session));
        return answer();
      },
      // The body is read only after checking that an owner sends it.
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

/** Where customers send money, whom they call or write to, and what staff may do. */
function isRiskySetting(key: string): boolean {
  return /^((bank|staff)\.|club\.(phone|whatsapp|email)$)/.test(key);
}

function requirePicture(name: string) {
  const picture = Object.hasOwn(PICTURES, name) ? PICTURES[name] : undefined;
  if (!picture) throw new Failure('not_found', 'There is no such picture.');
  return picture;
}

function plannedOf(db: Database): SettingsAnswer['data']['planned'] {
  const planned = readPlannedChange(db);
  return planned && { from: planned.from, changes: planned.changes };
}

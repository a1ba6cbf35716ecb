import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Elysia } from 'elysia';
import type { SessionStore } from '../accounts/session-store.ts';
import { resolveBackupDir } from '../backups/backup-dir.ts';
import { BucketStore } from '../backups/bucket-store.ts';
import { removeTree } from '../backups/durable-files.ts';
import { FolderStore } from '../backups/folder-store.ts';
import { RemovalRefusedError, type Store } from '../backups/store.ts';
import { recordAuditEntry } from '../db/audit-log.ts';
import { SCHEMA_VERSION } from '../db/migrate.ts';
import { OperatorError } from '../db/operator-error.ts';
import { readSecret } from '../db/stored-secret.ts';
import type { ApiAnswer } from '../domain/api.ts';
import {
  CHANNEL_IDS,
  CHANNEL_SETTINGS,
  type ChannelId,
  channelFields,
  channelInputSchema,
  isChannelId,
  missingFields,
} from '../domain/channel-settings.ts';
import { isLocalAddress } from '../domain/club.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import {
  type CopyPlace,
  copyPlaceSchema,
  MACHINE_PARTS,
  type MachinePart,
  type MachineSettings,
  type MailServer,
  mailServerSchema,
  siteAddressSchema,
} from '../domain/machine-settings.ts';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession, type Session } from '../http/session-guard.ts';
import type { Notifications } from '../notifications/module.ts';
import { createSmtpTransport } from '../outbox/channels/email-transports.ts';
import { MailServerError } from '../outbox/channels/mail-fault.ts';
import { channelOf } from '../outbox/channels/table.ts';
import { type TomlChanges, writeConfig } from '../settings/change-toml.ts';
import { SETTINGS_SUBJECT, type Settings } from '../settings/settings.ts';
import { VERSION } from '../version.ts';
import { AddressCheck } from './check-address.ts';

/** A try may take as long as a slow mail server or bucket; any more would amount to scanning other machines. */
const TRIES = { limit: 10, window: 10 * 60_000 };
const TRY_TIMEOUT_MS = 10_000;
/** How long changing the mail server waits for the current one to tell the owners. */
const TELL_TIMEOUT_MS = 5000;

/** Whether a key of the machine's file belongs to a part. */
function isKeyOf(part: MachinePart, key: string): boolean {
  if (isChannelId(part)) return channelFields(part).some(([name]) => key === `${part}.${name}`);
  return { mail: /^mail\./, address: /^site\.public_url$/, copies: /^backup\.(folder$|s3\.)/ }[part].test(
    key,
  );
}

/**
 * Mail, the public address and the copies' location, which are in the machine's file. A change is tried, written, and
 * takes effect a moment later when the server has restarted.
 */
export function machineSettingsRoutes(
  base: Base,
  settings: Settings,
  sessions: SessionStore,
  tellOwners: Notifications['tellOwners'],
) {
  const { club, config, now } = base;
  const started = now();
  const tries = new RateLimiter(TRIES, now);
  const check = new AddressCheck(readSecret(club.db, 'cookie'), now);
  const isLocked = (part: MachinePart) => config.variableKeys.some((key) => isKeyOf(part, key));
  const answer = (): { data: MachineSettings } => ({
    data: {
      started,
      ...presentSettings(base),
      locked: MACHINE_PARTS.filter(isLocked),
    },
  });
  /**
   * Sent through the club's old server: otherwise, whoever takes over its emails could hide what they do next, such
   * as changing the bank account. A server that is down doesn't delay anybody for long.
   */
  const tellOfMailServer = (by: string, from: string, to: string) => {
    const { name } = settings.facts();
    const text = `${by} changed the mail server of ${name} from ${from} to ${to}. All the club’s emails now go through the new one. If you did not expect this, ask ${by}, and look at the bank account in the settings.`;
    return Promise.race([tellOwners('The club’s mail server was changed', text), Bun.sleep(TELL_TIMEOUT_MS)]);
  };
  /** Runs the try, then writes and restarts. `label` and the texts go into the history. */
  const change = async (
    part: MachinePart,
    session: Session | null,
    tryOut: () => Promise<void>,
    written: { values: TomlChanges; label: string; from: string; to: string },
  ) => {
    if (isLocked(part)) {
      throw new Failure(
        'wrong_state',
        'The person who runs the server has set this there. Ask them to change it.',
      );
    }
    tries.consume(String(requireSession(session).user.id));
    await tryOut();
    await writeConfig(config.dataDir, written.values);
    const { label, from, to } = written;
    await club.write((tx) =>
      recordAuditEntry(tx, actorOf(session), 'edited', ...SETTINGS_SUBJECT, { [label]: { from, to } }),
    );
    base.restart();
    return answer();
  };

  return new Elysia({ name: 'machine settings' })
    .use(base.guard)
    .get('/api/admin/machine-settings', answer, { access: 'owner' })
    .put(
      '/api/admin/machine-settings/mail',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/machine-settings/mail'>> => {
        const input = parseInput(mailServerSchema, body);
        const present = presentSettings(base).mail;
        const keepsServer =
          present.host === input.host && present.port === input.port && present.user === input.user;
        // A stored password only ever goes to the server that already has it.
        const password = input.password || (keepsServer ? storedMailPassword(config.mail.smtp_url) : '');
        const url = smtpUrl({ ...input, password });
        const { email, name } = requireSession(session).user;
        const { name: clubName, email: clubEmail } = settings.facts();
        const from = input.from || `"${clubName.replace(/["\\]/g, '')}" <${clubEmail}>`;
        const tryOut = async () => {
          await tryMail({ url, from, to: email, name, at: now() });
          if (!keepsServer) await tellOfMailServer(name, present.host, input.host);
        };
        return change('mail', session, tryOut, {
          values: { mail: { smtp_url: url, from: input.from } },
          label: 'Mail server',
          from: present.host,
          to: input.host,
        });
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/machine-settings/address',
      async ({
        body,
        request,
        session,
        set,
      }): Promise<ApiAnswer<'PUT /api/admin/machine-settings/address'>> => {
        const address = new URL(parseInput(siteAddressSchema, body).address).origin;
        const isOpenThere = request.headers.get('origin') === address;
        const changed = await change(
          'address',
          session,
          () => (isOpenThere ? Promise.resolve() : tryAddress(address)),
          {
            values: { site: { public_url: address } },
            label: 'Public address',
            from: config.publicUrl,
            to: address,
          },
        );
        if (address.startsWith('https://')) set.headers['set-cookie'] = sessions.cookiesForHttps(request);
        return changed;
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .post(
      '/api/admin/machine-settings/address/check',
      async ({ session }): Promise<ApiAnswer<'POST /api/admin/machine-settings/address/check'>> => {
        tries.consume(String(requireSession(session).user.id));
        return { data: await check.run(config.publicUrl) };
      },
      { access: 'owner' },
    )
    .get(
      '/api/site-check/:token',
      ({ params, request }) => {
        const response = check.answer(params.token, request, config);
        if (!response) throw new Failure('not_found', 'This site isn’t waiting for this check.');
        return response;
      },
      { access: 'anyone' },
    )
    .put(
      '/api/admin/machine-settings/copies',
      async ({ body, session }): Promise<ApiAnswer<'PUT /api/admin/machine-settings/copies'>> => {
        const { folder, ...input } = parseInput(copyPlaceSchema, body);
        const { s3 } = config.backup;
        const keepsBucket = s3.endpoint === input.endpoint && s3.access_key_id === input.access_key_id;
        const secret_access_key = input.secret_access_key || (keepsBucket ? s3.secret_access_key : '');
        const bucket = { ...input, secret_access_key };
        return change('copies', session, () => tryCopies(config.dataDir, { folder, ...bucket }), {
          values: { backup: { folder }, 'backup.s3': bucket },
          label: 'Backup copies',
          from: config.backup.s3.bucket || config.backup.folder,
          to: bucket.bucket || folder,
        });
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .put(
      '/api/admin/machine-settings/channels/:channel',
      async ({
        params: { channel },
        body,
        session,
      }): Promise<ApiAnswer<'PUT /api/admin/machine-settings/channels/:channel'>> => {
        if (!isChannelId(channel)) throw new Failure('not_found', 'There is no channel with this name.');
        const input = parseInput(channelInputSchema(channel), body);
        const [[first = ''] = []] = channelFields(channel);
        const values = channelValues(channel, input, config[channel], input[first] === '');
        return change(channel, session, () => tryChannel(base, channel, values), {
          values: { [channel]: values },
          label: CHANNEL_SETTINGS[channel].label,
          from: (config[channel] as Record<string, string>)[first] ?? '',
          to: values[first] ?? '',
        });
      },
      { access: 'owner', parse: parseJsonBody },
    );
}

/** What to store of a channel's page: everything is empty when it is turned off. */
function channelValues(
  id: ChannelId,
  input: Record<string, string>,
  present: Record<string, string>,
  isOff: boolean,
): Record<string, string> {
  const valueFor = (name: string, { secret, generated }: { secret?: true; generated?: true }) =>
    input[name] || (secret && present[name]) || (generated && crypto.randomUUID()) || '';
  return Object.fromEntries(
    channelFields(id).map(([name, field]) => [name, isOff ? '' : valueFor(name, field)]),
  );
}

/** Asks the channel's provider; a channel that is turned off has nothing to ask. */
async function tryChannel({ config, stopSignal }: Base, id: ChannelId, values: Record<string, string>) {
  if (Object.values(values).every((value) => value === '')) return;
  for (const [field, { needed }] of missingFields(id, values)) throw invalidField(field, needed ?? '');
  const settings = { ...config, [id]: { ...config[id], ...values } };
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(TRY_TIMEOUT_MS)]);
  const refused = await channelOf(id).tryOut?.(settings, signal);
  if (refused) throw invalidField(refused.field, `That didn’t work. ${refused.reason}.`);
}

/** The settings in effect, without passwords. */
function presentSettings({
  config,
}: Base): Pick<MachineSettings, 'mail' | 'address' | 'copies' | 'channels'> {
  const { smtp_url, from } = config.mail;
  const url = smtp_url ? new URL(smtp_url) : null;
  const { secret_access_key, ...bucket } = config.backup.s3;
  return {
    mail: {
      host: url?.hostname ?? '',
      port: Number(url?.port || (url?.protocol === 'smtp:' ? 587 : 465)),
      user: decodePart(url?.username ?? ''),
      from,
      has_password: Boolean(url?.password),
    },
    address: isLocalAddress(config.publicUrl) ? '' : config.publicUrl,
    copies: { folder: config.backup.folder, ...bucket, has_secret: secret_access_key !== '' },
    channels: Object.fromEntries(
      CHANNEL_IDS.map((id) => {
        const present: Record<string, string> = config[id];
        const fields = channelFields(id);
        const shown = fields.filter(([, { secret }]) => !secret);
        return [
          id,
          {
            values: Object.fromEntries(shown.map(([name]) => [name, present[name] ?? ''])),
            stored: fields.filter(([name, { secret }]) => secret && present[name]).map(([name]) => name),
          },
        ];
      }),
    ),
  };
}

function storedMailPassword(smtpUrl: string): string {
  return smtpUrl ? decodePart(new URL(smtpUrl).password) : '';
}

/** The way the mail client reads it: a `%` that nobody has encoded stands for itself. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Port 465 speaks TLS from the first byte; all others begin in plain text. */
function smtpUrl({ host, port, user, password }: MailServer): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
  return `${port === 465 ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
}

/** Sends the owner an email using these settings. */
async function tryMail(mail: {
  url: string;
  from: string;
  to: string;
  name: string;
  at: number;
}): Promise<void> {
  const transport = createSmtpTransport(
    { url: mail.url, from: () => mail.from },
    { connectMs: TRY_TIMEOUT_MS, idleMs: TRY_TIMEOUT_MS },
  );
  const text = `Hello ${mail.name},\n\nemails from the club are now being sent.`;
  const email = { to: mail.to, subject: 'Emails from the club are working', text, html: `<p>${text}</p>` };
  const envelope = { id: 0, message_id: `${crypto.randomUUID()}@try`, created_at: mail.at };
  try {
    await transport.send(email, envelope, AbortSignal.timeout(3 * TRY_TIMEOUT_MS));
  } catch (error) {
    const setting = error instanceof MailServerError ? error.setting : 'host';
    throw invalidField(setting, `No test email could be sent: ${reasonOf(error)}`);
  } finally {
    transport.close();
  }
}

/** Asks the address for this very server, because a wrong one would send customers elsewhere. */
async function tryAddress(address: string): Promise<void> {
  try {
    const response = await fetch(`${address}/api/health`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
    });
    const { version, schema, uptime_seconds } = (await response.json()) as Record<string, unknown>;
    const isThisServer =
      version === VERSION &&
      schema === SCHEMA_VERSION &&
      Math.abs(Number(uptime_seconds) - process.uptime()) < 5;
    if (isThisServer) return;
  } catch {
    // The sentence below says what to do.
  }
  throw invalidField(
    'address',
    'This site doesn’t answer at that address. Open the site there in your browser first, then set it on that page.',
  );
}

/** Writes, lists and removes a small file there. */
async function tryCopies(dataDir: string, { folder, ...bucket }: CopyPlace): Promise<void> {
  if (folder) {
    if (!isAbsolute(folder))
      throw invalidField(
        'folder',
        'Please enter the full path of the folder, such as /mnt/disk or E:\\disk.',
      );
    try {
      resolveBackupDir(dataDir, folder);
    } catch {
      throw invalidField('folder', 'This folder belongs to the club itself. Choose one on another disk.');
    }
    await tryStore(new FolderStore(folder), 'folder');
  }
  if (bucket.bucket) await tryStore(new BucketStore(bucket, 'copies/', TRY_TIMEOUT_MS), 'bucket');
}

async function tryStore(store: Store, field: 'folder' | 'bucket'): Promise<void> {
  const workDir = mkdtempSync(join(tmpdir(), 'padel-club-try-'));
  const path = join(workDir, 'try');
  writeFileSync(path, 'This file shows that copies can be stored here.');
  try {
    await store.put('try', path);
    await store.remove('try').catch((error: unknown) => {
      if (!(error instanceof RemovalRefusedError)) throw error;
    });
  } catch (error) {
    // Whoever names a folder can reach the machine; a bucket's advice is about its settings file.
    const reason = field === 'folder' && error instanceof OperatorError ? error.message : reasonOf(error);
    throw invalidField(field, `A test file could not be stored there: ${reason}`);
  } finally {
    removeTree(workDir);
  }
}

/** The first sentence; later ones address the server's operator. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${(message.split(/\. |\n/)[0] ?? '').replace(/\.$/, '').slice(0, 200)}.`;
}

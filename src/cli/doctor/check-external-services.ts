import { createTransport } from 'nodemailer';
import { BucketStore } from '../../backups/bucket-store.ts';
import { findMissingSetting } from '../../config/sign-in-providers.ts';
import {
  CHANNEL_IDS,
  CHANNEL_SETTINGS,
  channelFields,
  missingFields,
} from '../../domain/channel-settings.ts';
import { PROVIDERS } from '../../domain/sign-in-providers.ts';
import { type MailFault, mailFault } from '../../outbox/channels/mail-fault.ts';
import { channelOf } from '../../outbox/channels/table.ts';
import { safepayApiUrl } from '../../payments/safepay.ts';
import { type CheckContext, type Finding, fail, ok } from './finding.ts';

const TIMEOUT_MS = 8000;

const MAIL_FIXES: Record<MailFault['setting'], string> = {
  host: 'Check the internet connection and the name of the server in [mail] smtp_url.',
  port: 'Check that the server runs, and its port in [mail] smtp_url.',
  password: 'Check the user and the password in [mail] smtp_url; some providers want a password for apps.',
  from: 'Check [mail] from: most servers only send for their own addresses.',
};

export async function checkMail({ config: { mail } }: CheckContext): Promise<Finding[]> {
  if (!mail.smtp_url) return [];
  const title = 'The mail server';
  try {
    await withinTimeout(assertSmtp(mail.smtp_url));
    return [ok(`${title} responds.`)];
  } catch (error) {
    const { setting, text } = mailFault(error);
    return [fail(`${title} ${text}.`, MAIL_FIXES[setting])];
  }
}

export async function checkTextMessages({ config: { sms } }: CheckContext): Promise<Finding[]> {
  if (!sms.url) return [];
  const fix = 'Check [sms] url and the internet connection.';
  return [await probe('The SMS gateway', fix, () => fetchUrl(new URL(sms.url).origin))];
}

/** A channel that is half set up is off, and one that is set up has to answer. */
export async function checkChannels({ config }: CheckContext): Promise<Finding[]> {
  const checks = CHANNEL_IDS.map(async (id): Promise<Finding[]> => {
    const { label } = CHANNEL_SETTINGS[id];
    const missing = missingFields(id, config[id]);
    const needed = channelFields(id).filter(([, field]) => field.needed !== undefined);
    if (missing.length === needed.length) return [];
    if (missing.length > 0) {
      const names = missing.map(([name]) => name).join(', ');
      return [
        fail(
          `${label} is off, because these settings are missing: ${names}.`,
          `Fill in [${id}] ${names}, or set it under Settings, ${label}.`,
        ),
      ];
    }
    const ask = async () => {
      const refused = await channelOf(id).tryOut?.(config, AbortSignal.timeout(TIMEOUT_MS));
      if (refused) throw new Error(refused.reason);
    };
    return [await probe(label, `Look at Settings, ${label} in the dashboard: it names what is wrong.`, ask)];
  });
  return (await Promise.all(checks)).flat();
}

export function checkSignInProviders({ config: { oauth } }: CheckContext): Promise<Finding[]> {
  const enabled = PROVIDERS.filter((name) => oauth[name].client_id);
  return Promise.all(
    enabled.map((name): Finding | Promise<Finding> => {
      const missing = findMissingSetting(oauth, name);
      if (missing) {
        return fail(
          `Sign-in with ${name} is off: it has a client_id and no ${missing}.`,
          `Fill in [oauth.${name}] ${missing}, or empty its client_id.`,
        );
      }
      const title = `Sign-in with ${name}`;
      if (name === 'github')
        return probe(title, 'Check [oauth.github] url.', () => fetchUrl(oauth.github.url));
      const discoveryUrl = `${oauth[name].issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      return probe(title, `Check [oauth.${name}] issuer.`, () => fetchUrl(discoveryUrl, true));
    }),
  );
}

export async function checkPayments({ config: { payments } }: CheckContext): Promise<Finding[]> {
  if (!payments.provider) return [];
  const fix = 'Check the internet connection; until it works, bookings by card are refused.';
  return [await probe('The card payment provider', fix, () => fetchUrl(safepayApiUrl(payments.safepay)))];
}

export async function checkS3({ config: { backup } }: CheckContext): Promise<Finding[]> {
  if (!backup.s3.bucket) return [];
  const fix = 'Check [backup.s3]: the address, the bucket and the keys.';
  return [await probe('The bucket for backups', fix, () => new BucketStore(backup.s3).check())];
}

async function probe(name: string, fix: string, request: () => Promise<void>): Promise<Finding> {
  try {
    await withinTimeout(request());
    return ok(`${name} responds.`);
  } catch (error) {
    return fail(`${name} cannot be used: ${errorReason(error)}.`, fix);
  }
}

async function withinTimeout(request: Promise<void>): Promise<void> {
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject({ code: 'ETIMEDOUT' }), TIMEOUT_MS);
  });
  try {
    await Promise.race([request, timeout]);
  } finally {
    // A running timer would keep the command from ending.
    clearTimeout(timer);
  }
}

/** The error code, or the start of the message: a provider's full message may repeat our secrets. */
function errorReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'ETIMEDOUT') return 'it does not answer';
  return String(code ?? message ?? 'unknown error')
    .slice(0, 100)
    .replace(/\.$/, '');
}

async function assertSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function fetchUrl(url: string, requireOk = false): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
  await response.body?.cancel();
  if (response.status >= 500 || (requireOk && !response.ok)) throw new Error(`status ${response.status}`);
}

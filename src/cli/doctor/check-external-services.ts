import { createTransport } from 'nodemailer';
import { checkS3Access } from '../../backups/s3.ts';
import type { Config } from '../../config/load-config.ts';
import { PROVIDERS } from '../../domain/sign-in.ts';
import { findMissingSetting } from '../../oauth/provider-config.ts';
import { safepayApiUrl } from '../../payments/safepay.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const TIMEOUT_MS = 8000;

/** Everything the club speaks to: asked at once, each for some seconds at most. */
export async function checkExternalServices(config: Config): Promise<Finding[]> {
  const { mail, sms, oauth, backup, payments } = config;
  const checks: Promise<Finding>[] = [];
  if (mail.smtp_url)
    checks.push(
      checkReachable('Mail server', 'Look at [mail] smtp_url: name, password, port.', () =>
        verifySmtp(mail.smtp_url),
      ),
    );
  if (sms.url)
    checks.push(
      checkReachable('Text message gateway', 'Look at [sms] url and at the connection.', () =>
        probeUrl(new URL(sms.url).origin),
      ),
    );
  for (const name of ['google', 'microsoft', 'apple'] as const) {
    const { client_id, issuer } = oauth[name];
    if (!client_id || findMissingSetting(oauth, name)) continue;
    const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    checks.push(
      checkReachable(`Sign-in with ${name}`, `Look at [oauth.${name}] issuer.`, () =>
        probeUrl(discoveryUrl, true),
      ),
    );
  }
  if (oauth.github.client_id && !findMissingSetting(oauth, 'github')) {
    checks.push(
      checkReachable('Sign-in with github', 'Look at [oauth.github] url.', () => probeUrl(oauth.github.url)),
    );
  }
  if (payments.provider) {
    const api = safepayApiUrl(payments.safepay);
    checks.push(
      checkReachable('Card payments', 'Look at the connection; bookings by card are refused meanwhile.', () =>
        probeUrl(api),
      ),
    );
  }
  if (backup.s3.bucket) {
    checks.push(
      checkReachable('Bucket for copies', 'Look at [backup.s3]: address, bucket, keys.', () =>
        checkS3Access(backup.s3),
      ),
    );
  }
  const findings = await Promise.all(checks);
  for (const name of PROVIDERS) {
    const missing = findMissingSetting(oauth, name);
    if (!missing) continue;
    findings.push(
      fail(
        `Sign-in with ${name} is off: it has a client_id and no ${missing}.`,
        `Fill in [oauth.${name}] ${missing}, or empty its client_id.`,
      ),
    );
  }
  if (!mail.smtp_url) {
    findings.push(
      warn(
        'Mail is not sent, only written to the folder outbox.',
        'Set [mail] smtp_url when you have a mail provider.',
      ),
    );
  }
  return findings;
}

async function checkReachable(name: string, fix: string, probe: () => Promise<void>): Promise<Finding> {
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS / 1000} seconds`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([probe(), timeout]);
    return ok(`${name}: answers.`);
  } catch (error) {
    return fail(`${name}: ${errorReason(error)}.`, fix);
  } finally {
    // A clock left running would keep the command from ending.
    clearTimeout(timer);
  }
}

/** The error's words without what a provider may repeat of our secrets. */
function errorReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message ?? 'fails')
    .slice(0, 100)
    .replace(/\.$/, '');
}

async function verifySmtp(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function probeUrl(url: string, requireOk = false): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
  await response.body?.cancel();
  if (response.status >= 500 || (requireOk && !response.ok)) throw new Error(`answers ${response.status}`);
}

import { createTransport } from 'nodemailer';
import { askS3 } from '../../src/backups/s3.ts';
import type { Config } from '../../src/config/load-config.ts';
import { PROVIDERS } from '../../src/domain/sign-in.ts';
import { findMissingSetting } from '../../src/oauth/provider-config.ts';
import { safepayAddress } from '../../src/payments/safepay.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const PATIENCE = 8000;

/** Everything the club speaks to: asked at once, each for some seconds at most. */
export async function examineOutside(config: Config): Promise<Finding[]> {
  const { mail, sms, oauth, backup, payments } = config;
  const checks: Promise<Finding>[] = [];
  if (mail.smtp_url)
    checks.push(
      reach('Mail server', 'Look at [mail] smtp_url: name, password, port.', () => askSmtp(mail.smtp_url)),
    );
  if (sms.url)
    checks.push(
      reach('Text message gateway', 'Look at [sms] url and at the connection.', () =>
        ask(new URL(sms.url).origin),
      ),
    );
  for (const name of ['google', 'microsoft', 'apple'] as const) {
    const { client_id, issuer } = oauth[name];
    if (!client_id || findMissingSetting(oauth, name)) continue;
    const about = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    checks.push(reach(`Sign-in with ${name}`, `Look at [oauth.${name}] issuer.`, () => ask(about, true)));
  }
  if (oauth.github.client_id && !findMissingSetting(oauth, 'github')) {
    checks.push(reach('Sign-in with github', 'Look at [oauth.github] url.', () => ask(oauth.github.url)));
  }
  if (payments.provider) {
    const api = safepayAddress(payments.safepay);
    checks.push(
      reach('Card payments', 'Look at the connection; bookings by card are refused meanwhile.', () =>
        ask(api),
      ),
    );
  }
  if (backup.s3.bucket) {
    checks.push(
      reach('Bucket for copies', 'Look at [backup.s3]: address, bucket, keys.', () => askS3(backup.s3)),
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

async function reach(name: string, cure: string, ask: () => Promise<void>): Promise<Finding> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE / 1000} seconds`)), PATIENCE);
  });
  try {
    await Promise.race([ask(), late]);
    return ok(`${name}: answers.`);
  } catch (error) {
    return fail(`${name}: ${reasonOf(error)}.`, cure);
  } finally {
    // A clock left running would keep the command from ending.
    clearTimeout(timer);
  }
}

/** The error's words without what a provider may repeat of our secrets. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return String(code ?? message ?? 'fails')
    .slice(0, 100)
    .replace(/\.$/, '');
}

async function askSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: PATIENCE, greetingTimeout: PATIENCE });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function ask(url: string, mustBeFine = false): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE), redirect: 'manual' });
  await answer.body?.cancel();
  if (answer.status >= 500 || (mustBeFine && !answer.ok)) throw new Error(`answers ${answer.status}`);
}

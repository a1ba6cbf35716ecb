import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { homedir, hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { findEmbeddedPackages, readPackage } from '../../scripts/third-party-notices.ts';
import { distinctBooking } from '../support/booking-load.ts';
import { EXECUTABLE, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';
import { createNoisyJpeg, createReceiptForm } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const ROOT = resolve(import.meta.dir, '../..');

describe('the executable', () => {
  test('version --licences names every package that is inside, with its licence', async () => {
    const child = Bun.spawn([EXECUTABLE, 'version', '--licences'], { stdout: 'pipe' });
    const text = await new Response(child.stdout).text();
    const packages = (await findEmbeddedPackages()).map(readPackage);
    expect(packages.length).toBeGreaterThan(20);
    for (const { name, version, license } of packages)
      expect(text).toContain(`${name} ${version} (${license})`);
    // Copied from the packages' own files: one from the client, one from the server, the typeface.
    for (const holder of ['Meta Platforms, Inc.', 'saltyAom', 'The Unbounded Project Authors'])
      expect([holder, text.includes(holder)]).toEqual([holder, true]);
  });

  test('it contains no path and no name of the machine that built it', async () => {
    // The runtime gives embedded files these virtual paths.
    const text = Buffer.from(await Bun.file(EXECUTABLE).bytes())
      .toString('latin1')
      .replaceAll(/(?:\$bunfs|~BUN)\/root\//g, '');
    const words = [
      ROOT,
      `${homedir()}/`,
      `${userInfo().username}@${hostname()}`,
      '/node_modules/elysia/dist',
      'BEGIN OPENSSH',
    ];
    for (const word of words.filter((each) => each.length > 4)) {
      const at = text.indexOf(word);
      expect([word, at < 0 ? '' : text.slice(at - 40, at + 80)]).toEqual([word, '']);
    }
  });

  test('its scripts have no source maps', async () => {
    const club = await startServerProcess();
    const page = await (await fetch(club.url)).text();
    const scripts = page.match(/\/assets\/[\w.-]+\.js/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const path of scripts) {
      const script = await (await fetch(club.url + path)).text();
      expect([path, /[#@] sourceMappingURL=/.test(script), script.includes(ROOT)]).toEqual([
        path,
        false,
        false,
      ]);
      expect((await fetch(`${club.url}${path}.map`)).status).toBe(404);
    }
    await club.close();
  });
});

/** Secrets that the server knows; no response and no log line may contain one. */
const SECRETS = {
  SMTP_URL: 'smtp://sender:smtp-secret-7391@127.0.0.1:9',
  SMS_URL: 'http://127.0.0.1:9/send',
  SMS_TOKEN: 'sms-secret-7391',
  WHATSAPP_PHONE_NUMBER_ID: '1067',
  WHATSAPP_BUSINESS_ACCOUNT_ID: '1022',
  WHATSAPP_TOKEN: 'wa-secret-7391',
  WHATSAPP_APP_SECRET: 'wa-app-secret-7391',
  WHATSAPP_VERIFY_TOKEN: 'wa-verify-secret-7391',
  WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'google-secret-7391',
  GOOGLE_ISSUER: 'http://127.0.0.1:9',
  BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9',
  BACKUP_S3_BUCKET: 'club',
  BACKUP_S3_ACCESS_KEY_ID: 'id-secret-7391',
  BACKUP_S3_SECRET_ACCESS_KEY: 's3-secret-7391',
};
const TEST_PERSON = {
  name: 'Zulaikha Quraishi',
  email: 'zulaikha@private.example',
  phone: '0301 7391739',
  password: 'Password-secret-7391',
};
const PERSONAL_PATTERN = /secret-7391|Zulaikha|private\.example|7391739|token=|sid=[\w-]/i;

describe('a club with secrets', () => {
  let club: ServerProcess;
  beforeAll(async () => {
    club = await startServerProcess({ env: { ...SECRETS, TRUST_PROXY: '1' } });
  });
  afterAll(() => club.close());

  test('no log line and no error response repeats a secret or personal data', async () => {
    const answers: string[] = [];
    const send = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(club.url + path, {
        method,
        headers: {
          'x-forwarded-for': '10.73.91.7',
          ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {
              body: body instanceof FormData ? body : typeof body === 'string' ? body : JSON.stringify(body),
            }),
        redirect: 'manual',
      });
      const text = await response.text();
      if (response.status >= 300)
        answers.push(`${method} ${path} ${response.status} ${response.headers.get('location')} ${text}`);
      return { response, text };
    };
    const { name, email, phone, password } = TEST_PERSON;
    const registered = await send('POST', '/api/auth/register', {
      name,
      email,
      phone,
      password,
      confirm_password: password,
    });
    expect(registered.response.status).toBe(201);
    const [cookie = ''] = (registered.response.headers.getSetCookie()[0] ?? '').split(';');
    const booked = await send(
      'POST',
      '/api/book',
      { ...distinctBooking(5), name, email, phone },
      { cookie, 'idempotency-key': 'key-secret-7391' },
    );
    const { id } = (JSON.parse(booked.text) as { booking: { id: number } }).booking;
    await send('POST', '/api/auth/register', { name, email, phone, password, confirm_password: password });
    await send('POST', '/api/auth/register', {
      name,
      email,
      phone,
      password,
      confirm_password: 'other-secret-7391',
    });
    await send('POST', '/api/auth/login', { email, password: 'wrong-secret-7391' });
    await send('POST', '/api/auth/login', { email: 'x', password, 'field-secret-7391': 1 });
    await send('POST', '/api/auth/forgot-password', { email });
    await send('POST', '/api/auth/reset-password', {
      token: 'a'.repeat(43),
      new_password: password,
      confirm_password: password,
    });
    await send(
      'PUT',
      '/api/auth/password',
      { current_password: 'wrong-secret-7391', new_password: password, confirm_password: password },
      { cookie },
    );
    await send('POST', '/api/book', { ...distinctBooking(5), name, email, phone });
    await send('POST', '/api/book', { ...bookingBody(), name, email, phone, date: '2026-02-30' });
    await send('POST', '/api/book', `{"password":"${password}", broken`);
    await send('POST', '/api/contact', {
      name,
      email,
      subject: 'booking',
      message: 'My password is secret-7391, please help',
    });
    await send(
      'POST',
      `/api/booking/${id}/receipt`,
      createReceiptForm(await createNoisyJpeg(164, 164), { email: 'other@private.example' }),
    );
    await send('GET', `/api/booking/${id}?email=${email}&token=secret-7391`);
    await send('GET', `/nothing/${email}/secret-7391`);
    await send('GET', '/api/oauth/login?provider=google&next=/account?secret-7391');
    await send('GET', '/api/oauth/callback/google?code=secret-7391&state=secret-7391');
    await send('GET', '/api/admin/users', undefined, { cookie, authorization: 'Bearer secret-7391' });
    // The worker tries the unreachable mail server and logs the failure.
    await waitUntil(() => /"event":"[^"]*(mail|message|letter|send|outbox|deliver)/.test(club.output()));
    await club.stop();
    expect(answers.length).toBeGreaterThan(12);
    // A response names unknown fields, but not their values.
    const texts = answers.map((answer) =>
      answer.replace(/^\S+ \S+ /, '').replaceAll('field-secret-7391', ''),
    );
    expect(texts.filter((answer) => PERSONAL_PATTERN.test(answer))).toEqual([]);
    const lines = club.output().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => PERSONAL_PATTERN.test(line))).toEqual([]);
  }, 180_000);
});

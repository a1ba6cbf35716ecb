/** A club that was not told its address, behind Caddy and nginx with the files of `scripts/deploy`. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Browser, chromium } from 'playwright';
import { findOrInstallHeadlessShell } from '../../../scripts/find-or-install-chromium.ts';
import { addDays } from '../../../src/domain/business-day.ts';
import { registrationBody } from '../../support/accounts.ts';
import { clubToday } from '../../support/default-day-plan.ts';
import { findFreePort } from '../../support/find-free-port.ts';
import { missingPrograms, type Neighbour, neighbourFolder } from '../../support/neighbour.ts';
import { type ProxyPorts, startProxy } from '../../support/proxies.ts';
import { runCommand } from '../../support/run-command.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { setUpClub, setupLinkOf } from '../../support/set-up-club.ts';
import { bookingBody } from '../../support/test-club.ts';
import { waitUntil } from '../../support/wait-until.ts';

const missing = await missingPrograms({ caddy: 'caddy', nginx: 'nginx', curl: 'curl' });
const SITE = 'https://club.example';

describe.skipIf(missing.length > 0).each(['caddy', 'nginx'])('%s', (name) => {
  const folder = neighbourFolder();
  let ports: ProxyPorts;
  let proxy: Neighbour;
  let club: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    const [http, https, port] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
    ports = { club: port, http, https };
    club = await startServerProcess({
      bank: false,
      env: { PORT: String(port), HOST: '127.0.0.1', TRUST_PROXY: 'true' },
    });
    proxy = await startProxy(name, folder, ports, 'club.example');
    browser = await chromium.launch({
      executablePath: await findOrInstallHeadlessShell(),
      args: [
        ...['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'],
        `--host-resolver-rules=MAP club.example:443 127.0.0.1:${https}`,
      ],
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await proxy?.stop();
    await club?.close();
    folder.remove();
  });

  /** A browser of before 2023, which names its origin and nothing else. */
  async function olderBrowser(path: string, body: object): Promise<{ status: number; text: string }> {
    const child = Bun.spawn(
      [
        ...['curl', '--silent', '--insecure', '--max-time', '30', '--write-out', '\n%{http_code}'],
        ...['--connect-to', `club.example:443:127.0.0.1:${ports.https}`],
        ...['--header', 'content-type: application/json', '--header', `origin: ${SITE}`],
        ...['--data', JSON.stringify(body), SITE + path],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const lines = (await new Response(child.stdout).text()).split('\n');
    return { status: Number(lines.at(-1)), text: lines.slice(0, -1).join('\n') };
  }
  const doctor = async () =>
    (await runCommand(['doctor', '--offline', '--data', club.dataDir], { PORT: String(ports.club) })).stdout;

  test('an older browser registers, logs in and books before anybody has set the address', async () => {
    expect(await doctor()).toContain('runs behind a proxy and does not know its address');
    const account = registrationBody({ email: 'bilal@example.com' });
    expect(await olderBrowser('/api/auth/register', account)).toMatchObject({ status: 201 });
    const login = { email: account.email, password: account.password };
    expect(await olderBrowser('/api/auth/login', login)).toMatchObject({ status: 200 });
    const date = addDays(clubToday(), 1);
    const booked = await olderBrowser('/api/book', bookingBody({ date, payment_method: 'cash' }));
    expect([booked.status, booked.text.slice(0, 200)]).toEqual([201, expect.any(String)]);
    expect(club.output()).toContain(`"opened_at":"${SITE}"`);
    expect(await doctor()).toContain(`The site was opened at ${SITE}`);
  }, 60_000);

  test("the set-up begins with the printed link at the proxy's address, and ends with a site that knows it", async () => {
    const printed = await setupLinkOf(club);
    expect(club.output()).toContain('https://YOUR-ADDRESS/setup#');

    const page = await browser.newPage();
    await setUpClub(page, printed.replace(/^http:\/\/[^/]+/, SITE));
    expect(await page.locator('.open-steps > li > a').allTextContents()).toEqual([
      'Email',
      'Backup in another place',
    ]);
    // The passkey of the set-up belongs to the address, and logs in there.
    await page.context().clearCookies();
    await page.goto(`${SITE}/login`);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page
      .getByRole('link', { name: 'Open the dashboard' })
      .or(page.getByRole('heading'))
      .first()
      .waitFor();
    await waitUntil(async () =>
      (await page.context().cookies(SITE)).some(({ name }) => name === '__Host-sid'),
    );
    await page.close();
    expect(await doctor()).not.toContain('opened at');
  }, 180_000);
});

import { expect } from 'bun:test';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Machine, NETWORK, run, startInternet } from './machines.ts';
import { EXECUTABLE } from './server-process.ts';
import { TEST_IBAN } from './test-bank-account.ts';
import { waitUntil } from './wait-until.ts';

const SITE = 'play.club.example';
export const URL_OF_SITE = `https://${SITE}`;
const AUTHORITY = 'acme-v02.api.letsencrypt.org';
const HOSTS = `${NETWORK.server} ${SITE}\n${NETWORK.authority} ${AUTHORITY}\n`;

/** The commands of a page of `padel-club help`, which are all its lines with an indent of three spaces. */
export const commandsOf = (page: string) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('   '))
    .join('\n');

export const help = async (topic: string) => (await run([EXECUTABLE, 'help', topic])).stdout;

export type OnlineClub = Awaited<ReturnType<typeof startOnlineClub>>;

/**
 * A computer in a club and a rented server, switched on and empty, with phones and an authority for certificates. Two
 * that run beside each other need different prefixes.
 */
export async function startOnlineClub(way: string, prefix = way.slice(0, 6)) {
  const folder = mkdtempSync(join(tmpdir(), 'padel-online-'));
  const trusted = join(folder, 'authority/pki/authorities/local/root.crt');
  const internet = await startInternet(prefix, HOSTS);
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\nadmin off\nskip_install_trust\nauto_https disable_redirects\nstorage file_system ${folder}/authority\n}\n` +
      `${AUTHORITY} {\ntls internal\nrewrite /directory /acme/local/directory\nacme_server\n}\n`,
  );
  const authority = Bun.spawn(
    internet.on('authority', 'caddy', 'run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`),
    { stdio: ['ignore', 'ignore', 'ignore'] },
  );
  await waitUntil(() => existsSync(trusted));
  const machine = (name: string) => {
    const made = new Machine(join(folder, name), name, internet.namespace(name), HOSTS);
    appendFileSync(join(made.root, 'etc/ssl/certs/ca-certificates.crt'), readFileSync(trusted));
    return made;
  };
  const [club, server] = [machine('club'), machine('server')];
  server.enable('ssh');
  club.copyIn(EXECUTABLE, 'root/padel-club');
  // The owner logs in to the server with a key.
  await run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'key')]);
  club.write('root/.ssh/id_ed25519', readFileSync(join(folder, 'key'), 'utf8'), 0o600);
  club.write('root/.ssh/config', 'StrictHostKeyChecking accept-new\n', 0o600);
  server.write('root/.ssh/authorized_keys', readFileSync(join(folder, 'key.pub'), 'utf8'), 0o600);
  // Bun has its own list of authorities.
  club.write('etc/authority.crt', readFileSync(trusted, 'utf8'));
  club.write('etc/sudoers.d/authority', 'Defaults env_keep += NODE_EXTRA_CA_CERTS\n', 0o440);
  await Promise.all([club.start(), server.start()]);

  /** Types commands at the computer in the club. */
  async function type(commands: string, answers = '') {
    const own = commands
      .replace(/^ *site=.*/m, `site=${SITE}`)
      .replace(/^ *server=.*/m, `server=${NETWORK.server}`);
    club.write('root/typed', `set -e\nset -o pipefail\ncd /root\n${own}\n`);
    const printed = await club.run('bash /root/typed', answers);
    expect([printed.code, printed.code === 0 ? '' : printed.stderr + printed.stdout]).toEqual([0, '']);
    return printed.stdout;
  }

  /** Asks the site from a phone. */
  async function ask(path: string, args: string[] = [], phone = 0) {
    const { stdout } = await run(
      internet.on(
        `phone${phone}`,
        ...['curl', '--silent', '--show-error', '--include', '--max-time', '60', '--cacert', trusted],
        ...[...args, URL_OF_SITE + path],
      ),
    );
    const [head = '', ...body] = stdout.replace(/^HTTP\/\S+ 100[^\n]*\r\n\r\n/, '').split('\r\n\r\n');
    return { status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') };
  }
  const answers = async () => (await ask('/', ['--max-time', '5'])).status === 200;

  /** Follows the page of `padel-club help` to its end and sets the club up; returns the owner's cookie. */
  async function putOnline(): Promise<string> {
    const page = await help(way);
    const [before = '', setUp = ''] = page.split(/^4\. .*$/m);
    await type(commandsOf(before));
    const [linkStep = '', offlineStep = ''] = setUp.split(/^5\. .*$/m);
    const printed = await type(`export NODE_EXTRA_CA_CERTS=/etc/authority.crt\n${commandsOf(linkStep)}`);
    const [said, link = ''] = printed.trim().split('\n');
    expect(said).toBe(`[ ok   ] ${URL_OF_SITE} leads to this site, and everything works.`);
    expect(link).toStartWith(`${URL_OF_SITE}/setup#`);
    const account = { email: 'sana@club.example', password: 'Chenab-river-41' };
    const made = await ask('/api/setup', jsonArgs({ token: link.split('#')[1], name: 'Sana', ...account }));
    expect(made.status).toBe(201);
    const set = (key: string, value: string) =>
      `padel-club settings set ${key} '${value}' --data /var/lib/padel-club`;
    await type(
      [
        set('club.name', 'Smash Padel Lahore'),
        set('club.phone', '+92 42 1112223'),
        set('bank.account_title', 'Smash Padel'),
        set('bank.bank_name', 'Meezan Bank'),
        set('bank.iban', TEST_IBAN),
      ].join('\n'),
    );
    await type(
      `${page
        .split('\n')
        .filter((line) => /^ {3}(site|server|login)=/.test(line))
        .join('\n')}\n${commandsOf(offlineStep)}`,
    );
    await type(
      'echo NODE_EXTRA_CA_CERTS=/etc/authority.crt >>/etc/padel-club.env; systemctl restart padel-club',
    );
    await waitUntil(answers, 30);
    return /^set-cookie: (__Host-sid=[^;]+)/im.exec(made.head)?.[1] ?? '';
  }

  return {
    ...{ folder, trusted, internet, club, server, type, ask, answers, putOnline },
    async stop() {
      await Promise.all([club.cutPower(), server.cutPower()]);
      authority.kill();
      await internet.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** curl's arguments for a request that sends `value` as JSON. */
export const jsonArgs = (value: unknown, cookie = '') => [
  ...['--header', 'content-type: application/json', '--header', `origin: ${URL_OF_SITE}`],
  ...['--cookie', cookie, '--data', JSON.stringify(value)],
];

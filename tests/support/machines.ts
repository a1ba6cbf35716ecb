import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { missingPrograms } from './neighbour.ts';
import { waitUntil } from './wait-until.ts';

/** Addresses of documentation (RFC 5737) and of the club's own network; the machines see no other. */
export const NETWORK = {
  server: '203.0.113.10',
  authority: '203.0.113.53',
  phones: ['198.51.100.11', '198.51.100.12'],
} as const;

export interface Printed {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. */
export async function run(command: string[], stdin = ''): Promise<Printed> {
  const child = Bun.spawn(command, { stdin: Buffer.from(stdin), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, stdout, stderr };
}

async function must(command: string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await run(command, stdin);
  if (code !== 0) throw new Error(`${command.join(' ')}: ${code}\n${stdout}${stderr}`);
  return stdout;
}

const ip = (text: string) => must(['ip', ...text.split(' ')]);

/**
 * An internet of network namespaces: a rented server, two phones, a certificate authority, and a club whose router
 * hides it and the reception's phone behind a shared address, so that nothing outside can open a connection to them.
 *
 *   club 192.168.1.10, desk 192.168.1.20 - router 203.0.113.77 - internet - server, authority, phones
 *
 * After each cut of its line the router has another address, and what still comes to the old one is lost.
 */
export async function startInternet(prefix: string, hosts: string) {
  const names = ['internet', 'router', 'club', 'desk', 'server', 'authority', 'phone0', 'phone1'];
  const ns = (name: string) => `${prefix}-${name}`;
  const remove = async () => {
    for (const name of names) {
      await run(['ip', 'netns', 'del', ns(name)]);
      rmSync(`/etc/netns/${ns(name)}`, { recursive: true, force: true });
    }
  };
  await remove();
  const within = (name: string, command: string) =>
    must(['ip', 'netns', 'exec', ns(name), 'sh', '-ec', command]);
  for (const name of names) {
    await ip(`netns add ${ns(name)}`);
    mkdirSync(`/etc/netns/${ns(name)}`, { recursive: true });
    writeFileSync(`/etc/netns/${ns(name)}/hosts`, hosts);
    await within(name, 'ip link set lo up');
  }
  /** Lays a cable between `name` and `hub`, which is its gateway. */
  async function connect(name: string, address: string, hub = 'internet') {
    const gateway = address.replace(/\d+$/, '1');
    const device = `${prefix}-${name}`.slice(-15);
    await ip(`link add ${device} netns ${ns(hub)} type veth peer name host0 netns ${ns(name)}`);
    const isNew = !(await within(hub, 'ip -o addr')).includes(` ${gateway}/`);
    const route = isNew ? `ip addr add ${gateway}/32 dev ${device};` : '';
    await within(hub, `ip link set ${device} up; ${route} ip route add ${address}/32 dev ${device}`);
    await within(
      name,
      `ip addr add ${address}/32 dev host0; ip link set host0 up; ip route add ${gateway} dev host0; ip route add default via ${gateway}`,
    );
  }
  await within('internet', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
  let shared = '203.0.113.77';
  await connect('router', shared);
  await connect('server', NETWORK.server);
  await connect('authority', NETWORK.authority);
  for (const [at, address] of NETWORK.phones.entries()) await connect(`phone${at}`, address);
  await connect('club', '192.168.1.10', 'router');
  await connect('desk', '192.168.1.20', 'router');
  await within(
    'router',
    `echo 1 > /proc/sys/net/ipv4/ip_forward
     nft add table ip shared
     nft 'add chain ip shared out { type nat hook postrouting priority 100; }'
     nft add rule ip shared out oifname host0 masquerade
     nft 'add chain ip shared in { type filter hook forward priority 0; policy accept; }'
     nft add rule ip shared in iifname host0 ct state new drop
     nft 'add chain ip shared own { type filter hook input priority 0; policy accept; }'
     nft add rule ip shared own iifname host0 ct state new,invalid drop`,
  );
  return {
    namespace: ns,
    /** A command line on a machine without systemd, such as a phone. */
    on: (name: string, ...command: string[]) => ['ip', 'netns', 'exec', ns(name), ...command],
    /** Cuts the club's cable to the internet, or plugs it in again. */
    async setCable(up: boolean) {
      await within('router', `ip link set host0 ${up ? 'up' : 'down'}`);
      if (!up) return;
      const before = shared;
      shared = before.endsWith('7') ? '203.0.113.78' : '203.0.113.77';
      await within(
        'router',
        `ip addr del ${before}/32 dev host0; ip addr add ${shared}/32 dev host0
         ip route replace 203.0.113.1 dev host0; ip route replace default via 203.0.113.1`,
      );
      const device = `${prefix}-router`.slice(-15);
      await within('internet', `ip route replace ${shared}/32 dev ${device}`);
    },
    remove,
  };
}

export type Internet = Awaited<ReturnType<typeof startInternet>>;

const PROGRAMS = {
  'systemd-nspawn': 'systemd-container',
  nsenter: 'util-linux',
  ip: 'iproute2',
  nft: 'nftables',
  sshd: 'openssh-server',
  sudo: 'sudo',
  'wg-quick': 'wireguard-tools',
  'wireguard-go': 'wireguard-go',
  caddy: 'caddy',
  nginx: 'nginx',
  certbot: 'python3-certbot-nginx',
  curl: 'curl',
};

/** Why this machine can't run such machines; null if it can. */
export async function cannotHaveMachines(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'only root makes network namespaces.';
  const missing = await missingPrograms(PROGRAMS);
  if (missing.length > 0) return `this machine lacks ${missing.join(', ')}.`;
  if (!existsSync('/dev/net/tun')) return 'this machine has no /dev/net/tun.';
  const { code, stderr } = await run(['unshare', '--net', 'nft', 'add', 'table', 'ip', 'try']);
  return code === 0 ? null : `this machine gives no network namespaces: ${stderr.trim()}`;
}

/** Copied from this machine's /etc: users, Debian's settings of ssh, nginx, caddy and certbot. */
const ETC = [
  ...['passwd', 'group', 'shadow', 'gshadow', 'nsswitch.conf', 'login.defs', 'debian_version'],
  ...[
    'ssl',
    'ssh',
    'nginx',
    'caddy',
    'letsencrypt',
    'pam.d',
    'security',
    'sudoers',
    'sudoers.d',
    'alternatives',
  ],
  ...[
    'ld.so.conf',
    'ld.so.conf.d',
    'ld.so.cache',
    'default',
    'init.d',
    'skel',
    'useradd',
    'ca-certificates',
    'python3',
    'wireguard',
    'services',
    'protocols',
    'host.conf',
    'environment',
    'profile',
    'bash.bashrc',
    'mime.types',
    'localtime',
    'sysctl.d',
    'subuid',
    'subgid',
    'libnl-3',
  ],
];

/** `apt install` of a package that this machine has: what remains is that Debian enables and starts its service. */
const APT = `#!/bin/sh
for package; do # update, install, and its options match nothing
  case $package in
  caddy|nginx) systemctl enable --now --quiet $package ;;
  esac
done
`;

/** A machine with Debian's programs, its own /etc and /var, and systemd. */
export class Machine {
  readonly root: string;
  readonly #namespace: string;
  readonly #name: string;
  #process: Bun.Subprocess | null = null;
  #leader = '';

  constructor(root: string, name: string, namespace: string, hosts: string) {
    this.root = root;
    this.#name = name;
    this.#namespace = namespace;
    const folder = (path: string) => mkdirSync(join(root, path), { recursive: true });
    for (const path of [
      'usr',
      'etc/systemd/system',
      'var/lib',
      'var/log',
      'var/tmp',
      'var/www',
      'proc',
      'sys',
      'dev',
      'run',
      'tmp',
      'root',
      'home',
      'opt',
      'local/bin',
      'local/sbin',
    ])
      folder(path);
    for (const link of ['bin', 'sbin', 'lib', 'lib64', 'lib32', 'libx32'])
      if (existsSync(`/${link}`) && lstatSync(`/${link}`).isSymbolicLink())
        symlinkSync(`usr/${link}`, join(root, link));
    for (const path of ETC)
      if (existsSync(`/etc/${path}`)) Bun.spawnSync(['cp', '-a', `/etc/${path}`, join(root, 'etc')]);
    this.write('etc/hosts', `127.0.0.1 localhost ${name}\n${hosts}`);
    cpSync('/usr/lib/os-release', join(root, 'etc/os-release'));
    // Known, so that systemd doesn't enable every service as on a first start.
    this.write('etc/machine-id', `${Bun.hash(root).toString(16).padStart(32, '0')}\n`);
    symlinkSync('/dev/null', join(root, 'etc/systemd/system/systemd-networkd.service'));
    this.write('etc/hostname', `${name}\n`);
    this.write('local/bin/apt', APT, 0o755);
    for (const [path, owner] of [
      ['var/lib/caddy', 'caddy'],
      ['var/log/nginx', 'www-data'],
      ['var/lib/nginx', 'root'],
      ['var/log/letsencrypt', 'root'],
      ['var/lib/letsencrypt', 'root'],
    ] as const) {
      folder(path);
      Bun.spawnSync(['chown', owner, join(root, path)]);
    }
    chmodSync(join(root, 'tmp'), 0o1777);
    chmodSync(join(root, 'var/tmp'), 0o1777);
  }

  write(path: string, text: string, mode = 0o644): void {
    const file = join(this.root, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, mode);
  }

  /** Has systemd start one of Debian's services. */
  enable(service: string): void {
    const wants = join(this.root, 'etc/systemd/system/multi-user.target.wants');
    mkdirSync(wants, { recursive: true });
    symlinkSync(`/lib/systemd/system/${service}.service`, join(wants, `${service}.service`));
  }

  copyIn(from: string, path: string): void {
    cpSync(from, join(this.root, path));
  }

  /** Switches the machine on; ready once systemd answers. */
  async start(): Promise<void> {
    this.#process = Bun.spawn(
      [
        ...[
          'systemd-nspawn',
          '-D',
          this.root,
          `--machine=${this.#name}`,
          '--bind-ro=/usr',
          `--bind=${this.root}/local:/usr/local`,
        ],
        ...[
          `--network-namespace-path=/run/netns/${this.#namespace}`,
          '--capability=CAP_NET_ADMIN',
          '--bind=/dev/net/tun',
        ],
        ...[
          '--register=no',
          '--keep-unit',
          '--link-journal=no',
          '--resolv-conf=off',
          '--timezone=off',
          '--console=read-only',
          '--boot',
        ],
        ...['systemd.unit=multi-user.target', 'systemd.firstboot=off'],
      ],
      {
        env: {
          ...process.env,
          SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1',
          SYSTEMD_NSPAWN_API_VFS_WRITABLE: 'network',
        },
        stdio: ['ignore', Bun.file(`${this.root}.console`), Bun.file(`${this.root}.console`)],
      },
    );
    const { pid } = this.#process;
    await waitUntil(async () => {
      this.#leader = (await run(['pgrep', '-P', String(pid)])).stdout.trim().split('\n')[0] ?? '';
      return (
        this.#leader !== '' &&
        (await this.run('systemctl is-system-running')).stdout.match(/running|degraded/) !== null
      );
    }, 60);
  }

  /** A command line of its root, as `sh -c` reads it. */
  run(command: string, stdin = ''): Promise<Printed> {
    return run(this.command('sh', '-c', command), stdin);
  }

  command(...command: string[]): string[] {
    const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin';
    return [
      'nsenter',
      '-t',
      this.#leader,
      '-m',
      '-u',
      '-i',
      '-n',
      '-p',
      '--wdns=/root',
      'env',
      '-i',
      path,
      'HOME=/root',
      'TERM=dumb',
      ...command,
    ];
  }

  /** A power cut: everything ends within the same moment. */
  async cutPower(): Promise<void> {
    this.#process?.kill('SIGKILL');
    if (this.#leader) await run(['kill', '-9', this.#leader]);
    await this.#process?.exited;
    this.#process = null;
  }
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isListening, type Neighbour, type neighbourFolder, startNeighbour } from './neighbour.ts';

const DEPLOY = resolve(import.meta.dir, '../../scripts/deploy');
const TLS = resolve(import.meta.dir, 'tls');
/** The localhost certificate that the proxies use. */
export const CERTIFICATE = `${TLS}/cert.pem`;
export const KEY = `${TLS}/key.pem`;

export interface ProxyPorts {
  club: number;
  http: number;
  https: number;
}
type Folder = ReturnType<typeof neighbourFolder>;

/** What starts each proxy. Only addresses, certificates and folders differ from the file in the repository. */
const PROXIES: Record<string, (folder: Folder, ports: ProxyPorts, host: string) => string[]> = {
  caddy(folder, { club, http, https }, host) {
    const site = readFileSync(`${DEPLOY}/Caddyfile`, 'utf8')
      .replace('club.example {', `${host}:${https} {\n\tbind 127.0.0.1\n\ttls ${CERTIFICATE} ${KEY}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${club}`);
    const file = folder.write('Caddyfile', `{\n\tadmin off\n\thttp_port ${http}\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file];
  },
  nginx(folder, { club, http, https }, host) {
    const site = readFileSync(`${DEPLOY}/nginx.conf`, 'utf8')
      .replace(/^\tlisten \[.*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443', `listen 127.0.0.1:${https}`)
      .replaceAll('club.example;', `${host};`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${CERTIFICATE};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${KEY};`)
      .replace('127.0.0.1:3000', `127.0.0.1:${club}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder.path}/${name};`)
      .join('\n');
    const file = folder.write(
      'nginx.conf',
      `daemon off;\npid ${folder.path}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
    );
    return ['nginx', '-c', file];
  },
};

/** Starts Debian's proxy `name` with TLS in front of a club on loopback, as the site of `host`. */
export function startProxy(
  name: string,
  folder: Folder,
  ports: ProxyPorts,
  host: string,
): Promise<Neighbour> {
  const command = PROXIES[name]?.(folder, ports, host) ?? [];
  return startNeighbour(command, () => isListening(ports.https), {
    env: { XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
  });
}

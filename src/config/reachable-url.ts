import { existsSync } from 'node:fs';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { isLocalAddress } from '../domain/club.ts';
import type { Config } from './load-config.ts';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Networks that exist inside this machine only: of containers, virtual machines and tunnels. */
const INNER_NETWORK = /^(docker|veth|br-|virbr|vmnet|vboxnet|lxc|cni|tun|tap|utun|wg|tailscale)/;

/**
 * Where a person opens the site: its address, else the address of this machine in its network, for a phone there, else
 * localhost, when the server listens for this machine only.
 */
export function reachableUrl(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  port: number,
  readInterfaces: () => Interfaces = isContainer() ? () => ({}) : networkInterfaces,
): string {
  if (!isLocalAddress(publicUrl)) return publicUrl;
  const isEveryAddress = host === '0.0.0.0' || host === '::';
  const name = isEveryAddress ? (networkAddress(interfacesOf(readInterfaces)) ?? 'localhost') : host;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(name);
  return `http://${isLoopback ? 'localhost' : name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** A service whose unit keeps it from the kernel's network settings cannot read them. */
function interfacesOf(read: () => Interfaces): Interfaces {
  try {
    return read();
  } catch {
    return {};
  }
}

/** A container has addresses that only its own machine knows. */
function isContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/** The first private IPv4 address, which a phone in the same network reaches, else any other of this machine. */
function networkAddress(interfaces: Interfaces): string | null {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !INNER_NETWORK.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address);
  return (
    addresses.find((address) => /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address)) ??
    addresses[0] ??
    null
  );
}

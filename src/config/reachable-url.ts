import { existsSync } from 'node:fs';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { isLocalAddress } from '../domain/club.ts';
import type { Config } from './load-config.ts';

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** Networks inside this machine: containers, virtual machines and tunnels, also as Windows names them. */
const INNER_NETWORK =
  /^(docker|veth|br-|virbr|vmnet|vmware|vboxnet|virtualbox|lxc|cni|tun|tap|utun|wg|wireguard|tailscale|bluetooth)/i;

/**
 * Where a person can open the site: its public address; otherwise this machine's network address, for a phone nearby;
 * otherwise localhost, if the server only listens on this machine.
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

/** Where programs on this machine reach a server that listens at `host`. */
export function localUrl(host: string | undefined, port: number | string): string {
  const isEveryAddress = !host || host === '0.0.0.0' || host === '::';
  const name = isEveryAddress ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** A service whose unit hides the kernel's network settings can't read them. */
function interfacesOf(read: () => Interfaces): Interfaces {
  try {
    return read();
  } catch {
    return {};
  }
}

/** A container's addresses are known only to its own machine. */
function isContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

/**
 * The first private IPv4 address, which a phone in the same network can reach; otherwise any other of this machine.
 */
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

import { existsSync, readdirSync } from 'node:fs';
import type { Machine } from './machine.ts';
import type { Service } from './service.ts';
import { SystemdService } from './systemd-service.ts';
import { WindowsTask } from './windows-task.ts';

/** The clubs that this machine has environment files for, or else its only club. */
export function listServices(machine: Machine): Service[] {
  if (process.platform === 'win32') return WindowsTask.isInstalled(machine) ? [new WindowsTask(machine)] : [];
  const files = existsSync(machine.settingsDir) ? readdirSync(machine.settingsDir) : [];
  const clubs = files.filter((file) => file.endsWith('.env')).map((file) => file.slice(0, -'.env'.length));
  if (clubs.length > 0) return clubs.sort().map((club) => new SystemdService(machine, club));
  return existsSync(machine.link) ? [new SystemdService(machine, null)] : [];
}

/**
 * The environment that belongs to a data folder's service, so that commands there see the same settings as the site.
 * On Windows, the site itself takes it from here.
 */
export function variablesOfService(machine: Machine, dataDir: string): Record<string, string> {
  if (process.platform !== 'win32' && process.getuid?.() !== 0) return {};
  return (
    listServices(machine)
      .find((service) => service.keeps(dataDir))
      ?.variables() ?? {}
  );
}

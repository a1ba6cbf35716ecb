import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from './executable.ts';
import { mustSucceed, run } from './run.ts';

/** Where a machine keeps what systemd runs; variables can override the paths. */
export interface Machine {
  /** `versions/`, and `clubs/` with a link for each club if there are several. */
  programDir: string;
  /** The link to a single club's executable. */
  link: string;
  /** Holds each club's `NAME.env` if there are several; a single club's `.env` is next to the folder. */
  settingsDir: string;
  stateDir: string;
  systemctl: string;
}

export function readMachine(env: Record<string, string | undefined>): Machine {
  return {
    programDir: env.PROGRAM_DIR ?? '/opt/padel-club',
    link: env.PROGRAM_LINK ?? '/usr/local/bin/padel-club',
    settingsDir: env.SETTINGS_DIR ?? '/etc/padel-club',
    stateDir: env.STATE_DIR ?? '/var/lib/padel-club',
    systemctl: env.SYSTEMCTL ?? 'systemctl',
  };
}

/** A club run by systemd. */
export class Service {
  /** The club's name, or the service's if it is the only one. */
  readonly name: string;
  readonly unit: string;
  readonly dataDir: string;
  readonly #link: string;
  readonly #settings: string;
  readonly #systemctl: string;

  constructor(machine: Machine, club: string | null) {
    this.name = club ?? 'padel-club';
    this.unit = club === null ? 'padel-club' : `padel-club@${club}`;
    this.dataDir = club === null ? machine.stateDir : join(machine.stateDir, club);
    this.#link = club === null ? machine.link : join(machine.programDir, 'clubs', club);
    this.#settings = club === null ? `${machine.settingsDir}.env` : join(machine.settingsDir, `${club}.env`);
    this.#systemctl = machine.systemctl;
  }

  /** The executable that its next start runs; null if there is none. */
  executable(): string | null {
    return existsSync(this.#link) ? realpathSync(this.#link) : null;
  }

  /** True for an executable copied into place by hand, which a link to the next one would replace. */
  isFile(): boolean {
    return lstatSync(this.#link, { throwIfNoEntry: false })?.isFile() === true;
  }

  /** Makes the next start run `executable`; there is never a moment without one. */
  linkTo(executable: string): void {
    const part = `${this.#link}.part`;
    mkdirSync(dirname(part), { recursive: true });
    rmSync(part, { force: true });
    symlinkSync(executable, part);
    renameSync(part, this.#link);
    syncToDisk(dirname(part));
  }

  /** The service's environment file, readable only by root; `NAME=value` or `NAME="value"` on each line. */
  variables(): Record<string, string> {
    if (!existsSync(this.#settings)) return {};
    const lines = readFileSync(this.#settings, 'utf8').matchAll(/^\s*(\w+)=(.*)$/gm);
    return Object.fromEntries(
      Array.from(lines, ([, name = '', value = '']) => [name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]),
    );
  }

  variable(name: string): string | undefined {
    return this.variables()[name];
  }

  /** Whether the folder belongs to the service; systemd keeps a `DynamicUser`'s behind a link. */
  keeps(dataDir: string): boolean {
    const isThere = existsSync(this.dataDir) && existsSync(dataDir);
    return isThere && realpathSync(this.dataDir) === realpathSync(dataDir);
  }

  /** The variables that say where it listens. */
  address(): Record<string, string> {
    const host = this.variable('HOST');
    return { PORT: this.variable('PORT') ?? '3000', ...(host && { HOST: host }) };
  }

  /** Systemd does both halves itself, so killing this program leaves no stopped service. */
  async restart(): Promise<boolean> {
    // Lets a service that gave up after many starts be started again.
    await run([this.#systemctl, 'reset-failed', this.unit]);
    return (await run([this.#systemctl, 'restart', this.unit])).ok;
  }

  async stop(): Promise<void> {
    await mustSucceed(run([this.#systemctl, 'stop', this.unit]), `${this.unit} could not be stopped.`);
  }

  async hasFailed(): Promise<boolean> {
    return (await run([this.#systemctl, 'is-active', this.unit])).output === 'failed';
  }
}

/** The clubs that this machine has environment files for, or else its only club. */
export function listServices(machine: Machine): Service[] {
  const files = existsSync(machine.settingsDir) ? readdirSync(machine.settingsDir) : [];
  const clubs = files.filter((file) => file.endsWith('.env')).map((file) => file.slice(0, -'.env'.length));
  if (clubs.length > 0) return clubs.sort().map((club) => new Service(machine, club));
  return existsSync(machine.link) ? [new Service(machine, null)] : [];
}

/**
 * The environment that systemd gives a data folder's service, so that root's commands there see the same settings as
 * the site.
 */
export function variablesOfService(machine: Machine, dataDir: string): Record<string, string> {
  if (process.getuid?.() !== 0) return {};
  return (
    listServices(machine)
      .find((service) => service.keeps(dataDir))
      ?.variables() ?? {}
  );
}

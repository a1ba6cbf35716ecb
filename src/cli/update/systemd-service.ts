import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fsyncPath } from '../../backups/durable-files.ts';
import type { Machine } from './machine.ts';
import { mustSucceed, run } from './run.ts';
import { Service } from './service.ts';

export class SystemdService extends Service {
  readonly unit: string;
  readonly readLog: string;
  readonly #link: string;
  readonly #systemctl: string;

  constructor(machine: Machine, club: string | null) {
    const { programDir, settingsDir, stateDir } = machine;
    if (club === null) super('padel-club', stateDir, `${settingsDir}.env`);
    else super(club, join(stateDir, club), join(settingsDir, `${club}.env`));
    this.unit = club === null ? 'padel-club' : `padel-club@${club}`;
    this.readLog = `journalctl -u ${this.unit}`;
    this.#link = club === null ? machine.link : join(programDir, 'clubs', club);
    this.#systemctl = machine.systemctl;
  }

  executable(): string | null {
    return existsSync(this.#link) ? realpathSync(this.#link) : null;
  }

  isFile(): boolean {
    return lstatSync(this.#link, { throwIfNoEntry: false })?.isFile() === true;
  }

  async linkTo(executable: string): Promise<void> {
    const part = `${this.#link}.part`;
    mkdirSync(dirname(part), { recursive: true });
    rmSync(part, { force: true });
    symlinkSync(executable, part);
    renameSync(part, this.#link);
    fsyncPath(dirname(part));
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

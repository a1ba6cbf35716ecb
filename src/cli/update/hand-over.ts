import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../../db/atomic-write.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { listAsOwner, mustSucceed, removeAsOwner, run, runAsOwner } from './run.ts';
import type { Service } from './service.ts';

/** A large club backs itself up before its database is upgraded. */
const HEALTH_SECONDS = 300;
/** How long after its start a new version can be rolled back without asking. */
const PUT_BACK_MS = 60 * 60_000;
const SCHEMA_BACKUP = /^before-schema-.*\.tar\.zst$/;

/** An update with an unknown outcome. Kept on disk, so that the next run can finish it after a kill or power cut. */
interface Begun {
  from: string;
  to: string;
  /** When the new version was about to start, in milliseconds. */
  at: number;
  /** Pre-upgrade backups that already existed. */
  schemaBackups: string[];
  /** `restored`: rolling back, and the old database is already in place. */
  step: 'forward' | 'restored';
}

/** Switches a service to another executable, and back if it doesn't become healthy. */
export class HandOver {
  readonly #folder: string;
  readonly #healthSeconds: number;
  readonly #report: (line: string) => void;

  /** `folder` holds notes of updates in progress. */
  constructor(folder: string, healthSeconds: string | undefined, report: (line: string) => void) {
    this.#folder = folder;
    this.#healthSeconds = Number(healthSeconds ?? HEALTH_SECONDS);
    this.#report = report;
  }

  /** Finishes an update that was stopped halfway. Throws `OperatorError` like `update`. */
  async finish(service: Service): Promise<void> {
    const note = this.#noteOf(service);
    if (!existsSync(note)) return;
    this.#report(`${service.name}: an update was stopped halfway; finishing it`);
    await this.#complete(service, JSON.parse(readFileSync(note, 'utf8')) as Begun);
  }

  /** Throws `OperatorError` if the service keeps its old executable or gets it back. */
  async update(service: Service, to: string): Promise<void> {
    const { name, dataDir } = service;
    const from = service.executable();
    if (from === null) throw new OperatorError(`${name}: its executable is missing. Nothing was changed.`);
    if (from === realpathSync(to)) return this.#report(`${name}: has this version already`);
    this.#report(`${name}: saving`);
    const backup = await mustSucceed(
      runAsOwner(dataDir, [from, 'backup', '--data', dataDir]),
      `${name}: the backup failed, so it was not updated.`,
    );
    this.#report(`${name}: trying the new version on a copy`);
    await prove(service, to, backup);
    const schemaBackups = await listSchemaBackups(service);
    const begun: Begun = { from, to, at: Date.now(), schemaBackups, step: 'forward' };
    await this.#note(service, begun);
    this.#report(`${name}: starting the new version`);
    await this.#complete(service, begun);
  }

  /**
   * Every step can be repeated after a kill. Until the old database is back, the new version is tried again:
   * customers may have booked with it since.
   */
  async #complete(service: Service, begun: Begun): Promise<void> {
    const { name, readLog } = service;
    // After hours, customers may have used the new version, and its database must not be replaced without asking.
    const isLate = Date.now() - begun.at > PUT_BACK_MS;
    if (begun.step !== 'restored') {
      await service.linkTo(begun.to);
      if ((await service.restart()) && (await this.#isHealthy(service, begun.to))) {
        rmSync(this.#noteOf(service));
        return this.#report(`${name}: healthy`);
      }
      if (isLate)
        throw new OperatorError(
          `${name}: does not become healthy after an update that was stopped halfway. Read: ${readLog}. Its old version is ${begun.from}.`,
        );
    }
    const isBack = await this.#putBack(service, begun);
    rmSync(this.#noteOf(service));
    throw new OperatorError(
      isBack
        ? `${name}: did not become healthy and was put back. Read: ${readLog}`
        : `${name}: did not become healthy, and its old version does not either. Read: ${readLog}`,
    );
  }

  async #putBack(service: Service, begun: Begun): Promise<boolean> {
    const { from, schemaBackups, step } = begun;
    const { dataDir } = service;
    // The newest, because the old version may have run between two tries.
    const backup = (await listSchemaBackups(service)).findLast((name) => !schemaBackups.includes(name));
    if (backup !== undefined && step !== 'restored') {
      // A server holds the data folder to be replaced.
      await service.stop();
      // After a power cut, nobody must book with the new version into a database about to be replaced.
      await service.linkTo(from);
      // Nobody used the club after this backup, so its numbers and messages stay as they are.
      const { output } = await run([from, 'restore', '--help']);
      const path = join(dataDir, 'backups', backup);
      const exact = output.includes('--exact') ? ['--exact'] : [];
      await mustSucceed(
        runAsOwner(dataDir, [from, 'restore', path, ...exact, '--data', dataDir]),
        `${service.name}: ${path} could not be restored. Restore it by hand, then start ${service.unit}.`,
      );
      await this.#note(service, { ...begun, step: 'restored' });
    }
    await service.linkTo(from);
    return (await service.restart()) && (await this.#isHealthy(service, from));
  }

  /** A restart ends the old process first, so whichever answers that it is ready is the new one. */
  async #isHealthy(service: Service, executable: string): Promise<boolean> {
    const deadline = performance.now() + this.#healthSeconds * 1000;
    while (performance.now() < deadline) {
      const { ok } = await run([executable, 'doctor', '--running'], { env: service.address() });
      if (ok) return true;
      // A service manager keeps restarting a failing service; one that it gave up on won't become healthy.
      if (await service.hasFailed()) return false;
      await Bun.sleep(500);
    }
    return false;
  }

  #noteOf({ unit }: Service): string {
    return join(this.#folder, `${unit}.json`);
  }

  #note(service: Service, begun: Begun): Promise<void> {
    return writeFileAtomically(this.#noteOf(service), Buffer.from(JSON.stringify(begun)));
  }
}

/** Has the new version restore the backup, upgrade it and check its books, in a folder owned by the club's user. */
async function prove({ name, dataDir }: Service, executable: string, backup: string): Promise<void> {
  const folder = join(dataDir, '.update-proof');
  const remove = () => removeAsOwner(dataDir, folder);
  // May be left over from a kill.
  await remove();
  try {
    await mustSucceed(
      runAsOwner(dataDir, [executable, 'restore', backup, '--exact', '--data', folder]),
      `${name}: the new version cannot open a copy of this club, so it was not updated.`,
    );
  } finally {
    await remove();
  }
}

async function listSchemaBackups({ dataDir }: Service): Promise<string[]> {
  const names = await listAsOwner(dataDir, join(dataDir, 'backups'));
  return names.filter((name) => SCHEMA_BACKUP.test(name));
}

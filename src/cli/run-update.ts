import { join, resolve } from 'node:path';
import { lockForUpdate } from '../db/data-dir-lock.ts';
import { OperatorError } from '../db/operator-error.ts';
import { VERSION } from '../version.ts';
import type { CommandContext } from './command.ts';
import { createProgressLine } from './progress-line.ts';
import { downloadExecutable, type Executable, takeExecutable } from './update/executable.ts';
import { HandOver } from './update/hand-over.ts';
import { type Machine, readMachine } from './update/machine.ts';
import { assertMayWrite } from './update/may-write.ts';
import { fetchRelease, fileForThisSystem, parseAddress } from './update/release.ts';
import type { Service } from './update/service.ts';
import { listServices } from './update/services.ts';

/** Updates this machine's services to a signed release from an address, or to the given executable. */
export async function runUpdate(context: CommandContext): Promise<number> {
  const machine = readMachine(context.env);
  const all = listServices(machine);
  const club = context.getString('club');
  const services = club === undefined ? all : all.filter(({ name }) => name === club);
  if (services.length === 0)
    throw new OperatorError(
      `${process.platform === 'win32' ? 'padel-club is not installed on this computer.' : 'systemd runs no such club here.'} With any other set-up: stop the site, replace the executable, start it.`,
    );
  if (context.getBoolean('check')) {
    const { version } = await fetchRelease(readAddress(context, services));
    context.print(
      Bun.semver.order(version, VERSION) > 0
        ? `Version ${version} is out.`
        : `Version ${VERSION} is the newest.`,
    );
    return 0;
  }
  assertMayWrite(machine.programDir, 'update');
  const notes = join(machine.programDir, 'updates');
  const lock = lockForUpdate(notes);
  if (!lock) throw new OperatorError('Another update is running on this machine.');
  try {
    const report = (line: string) => context.printStatus(line);
    const handOver = new HandOver(notes, context.env.HEALTH_SECONDS, report);
    for (const service of services) await handOver.finish(service);
    const executable = await findExecutable(context, machine, services);
    if (executable === null) return 0;
    for (const service of services) {
      await keepFile(service, machine);
      await handOver.update(service, executable.path);
    }
    report(`${services.length === 1 ? 'The club runs' : 'All clubs run'} version ${executable.version}.`);
    return 0;
  } finally {
    lock.release();
  }
}

/** The old version must stay available for going back. */
async function keepFile(service: Service, { programDir }: Machine): Promise<void> {
  const file = service.isFile() ? service.executable() : null;
  if (file !== null) await service.linkTo((await takeExecutable(programDir, file)).path);
}

/** Null if the release is the same version. */
async function findExecutable(
  context: CommandContext,
  { programDir }: Machine,
  services: readonly Service[],
): Promise<Executable | null> {
  const [file] = context.positionals;
  if (file !== undefined) return takeExecutable(programDir, resolve(file));
  const address = readAddress(context, services);
  const release = await fetchRelease(address);
  const { version } = release;
  const order = Bun.semver.order(version, VERSION);
  if (order < 0)
    throw new OperatorError(
      `The release at ${address} is ${version}, which is older than this program (${VERSION}). Nothing was changed.`,
    );
  if (order === 0) {
    context.printStatus(`Version ${VERSION} is the newest.`);
    return null;
  }
  const found = fileForThisSystem(release);
  const progress = createProgressLine('bytes');
  return downloadExecutable(
    programDir,
    new URL(found.name, address),
    { ...found, version },
    progress,
  ).finally(() => progress.clear());
}

/** Where releases are: the option, the variable, or the services' environment file. */
function readAddress(context: CommandContext, services: readonly Service[]): string {
  const address =
    context.getString('from') ??
    context.env.UPDATE_URL ??
    services.map((service) => service.variable('UPDATE_URL')).find((value) => value !== undefined);
  if (address) return parseAddress(address);
  throw new OperatorError(
    'The address of updates is not set. Give it with --from, or write UPDATE_URL=https://… into the service’s environment file.',
  );
}

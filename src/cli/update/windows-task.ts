import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fsyncPath } from '../../backups/durable-files.ts';
import { writeFileAtomically } from '../../db/atomic-write.ts';
import { isServerRunning } from '../../db/data-dir-lock.ts';
import { OperatorError } from '../../db/operator-error.ts';
import type { Machine } from './machine.ts';
import { mustSucceed, run } from './run.ts';
import { Service } from './service.ts';

const NAME = 'PadelClub';
/** Names the executable for `padel-club.cmd`. */
const CURRENT = 'current.txt';
/** How long Windows may take to end the site. */
const END_SECONDS = 30;
/** LOCAL SERVICE, the built-in account with the fewest rights that can reach the network, in every language of Windows. */
export const SITE_ACCOUNT = 'S-1-5-19';

/** What the task is: kept in a file, because the scheduler's own answer depends on the language of Windows. */
interface Definition {
  executable: string;
  enabled: boolean;
}

/** A club that Windows' Task Scheduler runs. */
export class WindowsTask extends Service {
  readonly unit = NAME;
  readonly #machine: Machine;
  readonly #file: string;

  constructor(machine: Machine) {
    super('padel-club', machine.stateDir, `${machine.settingsDir}.env`);
    this.#machine = machine;
    this.#file = definitionFile(machine);
  }

  static isInstalled(machine: Machine): boolean {
    return existsSync(definitionFile(machine));
  }

  get readLog(): string {
    return this.variable('LOG_FILE') ?? 'the log';
  }

  executable(): string | null {
    const path = this.#read()?.executable;
    return path !== undefined && existsSync(path) ? path : null;
  }

  /** `install` puts every executable into the folder of versions. */
  isFile(): boolean {
    return false;
  }

  async linkTo(executable: string): Promise<void> {
    await this.#register({ executable, enabled: this.#read()?.enabled ?? true });
    const { programDir, link } = this.#machine;
    await writeFileAtomically(join(programDir, CURRENT), Buffer.from(`${executable}\r\n`));
    if (!existsSync(link)) await writeFileAtomically(link, Buffer.from(commandFile(this.dataDir)));
  }

  async restart(): Promise<boolean> {
    await this.#change({ enabled: true });
    return (await this.#end()) && (await this.#schtasks('/Run', '/TN', NAME)).ok;
  }

  async stop(): Promise<void> {
    await this.#change({ enabled: false });
    if (!(await this.#end())) throw new OperatorError(`The task ${NAME} could not be ended.`);
  }

  /** The scheduler never gives up. */
  async hasFailed(): Promise<boolean> {
    return false;
  }

  /** Ends the site for good. Throws `OperatorError`. */
  async remove(): Promise<void> {
    await this.stop();
    await mustSucceed(this.#schtasks('/Delete', '/TN', NAME, '/F'), `The task ${NAME} could not be deleted.`);
    rmSync(this.#file);
  }

  /** `/End` only asks; the site must be gone before another one starts or its folder is replaced. */
  async #end(): Promise<boolean> {
    // Fails if nothing runs.
    await this.#schtasks('/End', '/TN', NAME);
    const deadline = performance.now() + END_SECONDS * 1000;
    while (isServerRunning(this.dataDir)) {
      if (performance.now() > deadline) return false;
      await Bun.sleep(100);
    }
    return true;
  }

  async #change(change: Partial<Definition>): Promise<void> {
    const definition = this.#read();
    if (definition) await this.#register({ ...definition, ...change });
  }

  async #register(definition: Definition): Promise<void> {
    const part = `${this.#file}.part`;
    mkdirSync(this.#machine.programDir, { recursive: true });
    writeFileSync(part, Buffer.from(`\uFEFF${formatTask(definition, this.dataDir)}`, 'utf16le'));
    fsyncPath(part);
    await mustSucceed(
      this.#schtasks('/Create', '/TN', NAME, '/XML', part, '/F'),
      `Windows refused the task ${NAME}.`,
    );
    renameSync(part, this.#file);
  }

  #read(): Definition | null {
    if (!existsSync(this.#file)) return null;
    const xml = readFileSync(this.#file, 'utf16le');
    const [, command] = /<Command>(.*)<\/Command>/.exec(xml) ?? [];
    if (command === undefined) return null;
    return { executable: unescapeXml(command), enabled: !/<Settings>[\s\S]*<Enabled>false</.test(xml) };
  }

  #schtasks(...args: string[]) {
    return run([this.#machine.systemProgram('schtasks'), ...args]);
  }
}

function definitionFile({ programDir }: Machine): string {
  return join(programDir, 'task.xml');
}

/**
 * The task at every start of the computer, and each minute for a site that ended in between: the scheduler's own
 * setting for restarts only knows tasks that could not be started. A site that runs is left alone. By default the
 * scheduler would stop it after three days and on battery, and give it the priority of background work.
 */
export function formatTask({ executable, enabled }: Definition, dataDir: string): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>The padel club's website and bookings</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Enabled>true</Enabled>
    </BootTrigger>
    <TimeTrigger>
      <Repetition>
        <Interval>PT1M</Interval>
        <StopAtDurationEnd>false</StopAtDurationEnd>
      </Repetition>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Enabled>true</Enabled>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Site">
      <UserId>${SITE_ACCOUNT}</UserId>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <AllowHardTerminate>true</AllowHardTerminate>
    <StartWhenAvailable>true</StartWhenAvailable>
    <RunOnlyIfNetworkAvailable>false</RunOnlyIfNetworkAvailable>
    <AllowStartOnDemand>true</AllowStartOnDemand>
    <Enabled>${enabled}</Enabled>
    <Hidden>false</Hidden>
    <RunOnlyIfIdle>false</RunOnlyIfIdle>
    <WakeToRun>false</WakeToRun>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
  </Settings>
  <Actions Context="Site">
    <Exec>
      <Command>${Bun.escapeHTML(executable)}</Command>
      <Arguments>serve --data ${Bun.escapeHTML(`"${dataDir}"`)}</Arguments>
    </Exec>
  </Actions>
</Task>
`.replaceAll('\n', '\r\n');
}

function unescapeXml(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };
  return text.replace(/&(#x27|\w+);/g, (whole, name) => characters[name] ?? whole);
}

/**
 * What an operator calls. It is the same for every version, and holds no file open: the update that it runs must be able
 * to name another version.
 */
function commandFile(dataDir: string): string {
  return [
    '@setlocal',
    `@if not defined DATA_DIR set "DATA_DIR=${dataDir}"`,
    `@set /p PROGRAM=<"%~dp0${CURRENT}"`,
    '@"%PROGRAM%" %*',
    '',
  ].join('\r\n');
}

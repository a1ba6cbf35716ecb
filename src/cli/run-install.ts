import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeTree } from '../backups/durable-files.ts';
import { loadConfig, parseSettings, SettingError } from '../config/load-config.ts';
import { OperatorError } from '../db/operator-error.ts';
import { type CommandContext, UsageError } from './command.ts';
import { askServerIfReady } from './doctor/is-server-ready.ts';
import { runSetupLink } from './run-setup-link.ts';
import { takeExecutable } from './update/executable.ts';
import { type Machine, readMachine } from './update/machine.ts';
import { assertMayWrite } from './update/may-write.ts';
import { parseAddress } from './update/release.ts';
import { mustSucceed, run } from './update/run.ts';
import { SITE_ACCOUNT, WindowsTask } from './update/windows-task.ts';

const READY_SECONDS = 60;
/** Of the firewall. */
const RULE = 'name=PadelClub';
const [SYSTEM, ADMINISTRATORS] = ['S-1-5-18', 'S-1-5-32-544'];

/** Makes Windows run the site whenever the computer is on, and prints the set-up link. */
export async function runInstall(context: CommandContext): Promise<number> {
  assertWindows(context);
  const machine = readMachine(context.env);
  if (WindowsTask.isInstalled(machine))
    throw new OperatorError('padel-club is installed already. For a new version: padel-club update FILE');
  const updates = context.getString('updates');
  if (updates !== undefined) parseAddress(updates);
  const port = context.getInteger('port', 3000, 1, 65_535);
  const site = readSite(context);
  assertMayWrite(machine.programDir, 'install');
  const { path, version } = await takeExecutable(machine.programDir, process.execPath);
  const task = new WindowsTask(machine);
  await createFolders(machine);
  const settings = `${machine.settingsDir}.env`;
  if (!existsSync(settings)) writeFileSync(settings, firstSettings(machine, { port, site, updates }));
  const env = { ...context.env, ...task.variables() };
  await openPort(machine, task.port());
  await task.linkTo(path);
  await task.restart();
  for (let tries = READY_SECONDS; (await askServerIfReady({ ...context, env, printStatus() {} })) !== 0; ) {
    tries -= 1;
    if (tries === 0) throw new OperatorError(`padel-club does not become ready. Read: ${task.readLog}`);
    await Bun.sleep(1000);
  }
  context.printStatus(`padel-club ${version} runs, and starts with this computer.`);
  // From now on, an empty folder is a lost club and not a new one.
  if (!task.variable('EXPECT_CLUB')) appendFileSync(settings, 'EXPECT_CLUB=padel-club\r\n');
  await printSetupLink({ ...context, env: { ...context.env, ...task.variables() } }, task.dataDir);
  if (site)
    context.printStatus(
      `It answers there once a tunnel or a proxy on this computer forwards ${site} to port ${task.port()}: padel-club help hosted`,
    );
  context.printStatus(`For other commands: cd "${dirname(machine.link)}", then .\\padel-club help windows`);
  return 0;
}

/** Removes everything that `runInstall` made but the club's data. */
export async function runUninstall(context: CommandContext): Promise<number> {
  assertWindows(context);
  const machine = readMachine(context.env);
  const { programDir, settingsDir, stateDir } = machine;
  if (!existsSync(programDir)) throw new OperatorError('padel-club is not installed on this computer.');
  assertMayWrite(programDir, 'uninstall');
  if (WindowsTask.isInstalled(machine)) await new WindowsTask(machine).remove();
  await run([machine.systemProgram('netsh'), ...'advfirewall firewall delete rule'.split(' '), RULE]);
  rmSync(`${settingsDir}.env`, { force: true });
  removePrograms(machine);
  context.print(`padel-club is removed. The club's data is in ${stateDir}.`);
  return 0;
}

function assertWindows(context: CommandContext): void {
  if (context.dataDirs.length > 0)
    throw new UsageError('The data folder of an installed club is always the same.');
  if (process.platform !== 'win32')
    throw new OperatorError(
      'This command is for Windows. On Linux, systemd runs the site: padel-club help online',
    );
}

/** The address of the site, asked for if a person is at the screen; empty to set it later. */
function readSite(context: CommandContext): string {
  const [given] = context.positionals;
  const isAtScreen = given === undefined && process.stdin.isTTY === true;
  for (;;) {
    const question = 'The address of the site, such as https://club.example (empty: set it later):';
    const site = (given ?? (isAtScreen ? prompt(question) : '') ?? '').trim().replace(/\/$/, '');
    try {
      parseSettings('', { PUBLIC_URL: site }, '');
      return site;
    } catch (error) {
      if (!(error instanceof SettingError) || !isAtScreen) throw error;
      context.printStatus(error.message);
    }
  }
}

/** Windows lets every user read `ProgramData`; the club's data is only for administrators and the site. */
async function createFolders(machine: Machine): Promise<void> {
  const root = dirname(machine.stateDir);
  const ownFolders = [machine.stateDir, join(root, 'log')];
  for (const folder of ownFolders) mkdirSync(folder, { recursive: true });
  const inherited = (sid: string, rights: string) => `*${sid}:(OI)(CI)${rights}`;
  const icacls = (folder: string, ...args: string[]) =>
    mustSucceed(
      run([machine.systemProgram('icacls'), folder, ...args, '/Q']),
      `The rights of ${folder} could not be set.`,
    );
  const readers = [inherited(SYSTEM, 'F'), inherited(ADMINISTRATORS, 'F'), inherited(SITE_ACCOUNT, 'RX')];
  await icacls(root, '/inheritance:r', '/grant:r', ...readers);
  for (const folder of ownFolders) await icacls(folder, '/grant:r', inherited(SITE_ACCOUNT, 'M'));
}

/** Behind a proxy on this computer, nobody else may reach the site: a client could forge its address there. */
function firstSettings(
  { stateDir }: Machine,
  { port, site, updates }: { port: number; site: string; updates: string | undefined },
): string {
  const lines = [
    '# Settings of the site, one NAME=value a line; they apply from its next start.',
    `PORT=${port}`,
    ...(site ? [`PUBLIC_URL=${site}`, 'HOST=127.0.0.1', 'TRUST_PROXY=true'] : []),
    ...(updates ? [`UPDATE_URL=${updates}`] : []),
    'LOG_FORMAT=text',
    `LOG_FILE=${join(dirname(stateDir), 'log', 'padel-club.log')}`,
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Lets phones in the same network open the site; networks that Windows calls public stay closed. */
async function openPort(machine: Machine, port: string): Promise<void> {
  const firewall = (action: string, ...args: string[]) =>
    run([machine.systemProgram('netsh'), 'advfirewall', 'firewall', action, 'rule', RULE, ...args]);
  await firewall('delete');
  const rule = ['dir=in', 'action=allow', 'protocol=TCP', `localport=${port}`, 'profile=private,domain'];
  await mustSucceed(firewall('add', ...rule), 'The rule of the firewall could not be added.');
}

async function printSetupLink(context: CommandContext, dataDir: string): Promise<void> {
  const { env } = context;
  try {
    await runSetupLink({
      ...context,
      resolveDataDir: () => dataDir,
      loadConfig: () => loadConfig(env, dataDir),
      print: (link) => context.print(`Open this link to set the club up: ${link}`),
    });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    context.printStatus(`The club in ${dataDir} is set up already; its owner logs in.`);
  }
}

/** Windows keeps the file of a running program, so what is left goes once this one has ended. */
function removePrograms(machine: Machine): void {
  const { programDir } = machine;
  for (const name of readdirSync(programDir)) {
    try {
      removeTree(join(programDir, name));
    } catch {
      // In use.
    }
  }
  const tries = [3, 6, 20].map(
    (count) => `ping -n ${count} 127.0.0.1 >nul & rmdir /s /q ${basename(programDir)}`,
  );
  Bun.spawn([machine.systemProgram('cmd'), '/d', '/c', tries.join(' & ')], {
    cwd: dirname(programDir),
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  }).unref();
}

/**
 * The task that runs the site on Windows, with a stand-in for its Task Scheduler; tests/long/windows.test.ts installs
 * it under Wine.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Machine, readMachine } from '../../../src/cli/update/machine.ts';
import { formatTask, WindowsTask } from '../../../src/cli/update/windows-task.ts';
import { lockForServer } from '../../../src/db/data-dir-lock.ts';
import { OperatorError } from '../../../src/db/operator-error.ts';
import { makeTempDir, removeDirs } from '../../support/data-dir.ts';

let root: string;
let machine: Machine;
let task: WindowsTask;
beforeEach(() => {
  root = makeTempDir();
  const env = {
    PROGRAM_DIR: join(root, 'Program Files'),
    PROGRAM_LINK: join(root, 'Program Files', 'padel-club.cmd'),
    SETTINGS_DIR: join(root, 'padel-club'),
    STATE_DIR: join(root, 'data'),
  };
  machine = { ...readMachine(env), systemProgram: (name) => join(root, name) };
  mkdirSync(machine.stateDir);
  task = new WindowsTask(machine);
  schtasks('');
});
afterEach(() => removeDirs(root));

/** Notes how it was called, and what the file after `/XML` says. */
function schtasks(more: string): void {
  const path = join(root, 'schtasks');
  writeFileSync(
    path,
    `#!/bin/bash
echo "$*" >> ${root}/calls
if [ "$1" = /Create ]; then iconv -f utf-16 "$5" > ${root}/task; fi
${more}
`,
  );
  chmodSync(path, 0o755);
}

function executable(version: string): string {
  const path = join(machine.programDir, 'versions', version, 'padel & club.exe');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  return path;
}

const calls = () =>
  existsSync(join(root, 'calls'))
    ? readFileSync(join(root, 'calls'), 'utf8')
        .trim()
        .split('\n')
        .map((call) => call.split(' ')[0])
    : [];
const registered = () => readFileSync(join(root, 'task'), 'utf8');
const isEnabled = () => /<Settings>[\s\S]*<Enabled>(.*)</.exec(registered())?.[1];

test('the task says what the scheduler would otherwise decide against a website', () => {
  const xml = formatTask({ executable: 'C:\\x.exe', enabled: true }, 'C:\\ProgramData\\PadelClub\\data');
  // https://learn.microsoft.com/windows/win32/taskschd/task-scheduler-schema-elements
  const values = Object.fromEntries(
    Array.from(xml.matchAll(/<(\w+)>([^<\r\n]+)<\/\1>/g), ([, name, value]) => [name, value]),
  );
  expect(values).toMatchObject({
    UserId: 'S-1-5-19',
    RunLevel: 'LeastPrivilege',
    MultipleInstancesPolicy: 'IgnoreNew',
    DisallowStartIfOnBatteries: 'false',
    StopIfGoingOnBatteries: 'false',
    RunOnlyIfNetworkAvailable: 'false',
    RunOnlyIfIdle: 'false',
    ExecutionTimeLimit: 'PT0S',
    Priority: '5',
    Interval: 'PT1M',
    StopAtDurationEnd: 'false',
    Command: 'C:\\x.exe',
    Arguments: 'serve --data &quot;C:\\ProgramData\\PadelClub\\data&quot;',
  });
  expect(xml).toMatch(/<BootTrigger>\s*<Enabled>true/);
  // A repetition without a Duration never ends, and one whose start lies in the past goes on after each boot.
  expect(xml).toMatch(/<TimeTrigger>\s*<Repetition>[\s\S]*<StartBoundary>2026-01-01T00:00:00</);
  expect(xml).not.toContain('<Duration>');
  // The scheduler reads UTF-16 only, and compares the two names.
  expect(xml).toStartWith('<?xml version="1.0" encoding="UTF-16"?>\r\n');
  expect(/<Principal id="(\w+)"/.exec(xml)?.[1]).toBe(/<Actions Context="(\w+)"/.exec(xml)?.[1] ?? '');
});

test('its executable is what it was last told to run', async () => {
  expect([WindowsTask.isInstalled(machine), task.executable()]).toEqual([false, null]);
  const old = executable('1');
  await task.linkTo(old);
  expect([WindowsTask.isInstalled(machine), task.executable()]).toEqual([true, old]);
  expect(registered()).toContain('padel &amp; club.exe</Command>');
  const command = readFileSync(machine.link, 'utf8');
  await task.linkTo(executable('2'));
  expect(task.executable()).toBe(executable('2'));
  expect(readFileSync(join(machine.programDir, 'current.txt'), 'utf8')).toBe(`${executable('2')}\r\n`);
  expect(readFileSync(machine.link, 'utf8')).toBe(command);
  expect(command).toContain(`set "DATA_DIR=${machine.stateDir}"\r\n`);
});

test('an executable that the scheduler refused does not count', async () => {
  await task.linkTo(executable('1'));
  schtasks('[ "$1" != /Create ]');
  const refused = await task.linkTo(executable('2')).catch((error) => error);
  expect(refused).toEqual(new OperatorError('Windows refused the task PadelClub.'));
  expect(task.executable()).toBe(executable('1'));
});

test('a stopped site stays stopped, also with another executable, until it is restarted', async () => {
  await task.linkTo(executable('1'));
  await task.stop();
  expect(isEnabled()).toBe('false');
  await task.linkTo(executable('2'));
  expect(isEnabled()).toBe('false');
  expect(await task.restart()).toBe(true);
  expect(isEnabled()).toBe('true');
  expect(calls()).toEqual(['/Create', '/Create', '/End', '/Create', '/Create', '/End', '/Run']);
  await task.remove();
  expect([calls().slice(-3), WindowsTask.isInstalled(machine)]).toEqual([
    ['/Create', '/End', '/Delete'],
    false,
  ]);
});

test('the old site is gone before the new one starts', async () => {
  await task.linkTo(executable('1'));
  const lock = await lockForServer(machine.stateDir, () => {});
  const restarting = task.restart();
  while (!calls().includes('/End')) await Bun.sleep(5);
  await Bun.sleep(250);
  expect(calls()).not.toContain('/Run');
  lock.release();
  expect(await restarting).toBe(true);
  expect(calls().at(-1)).toBe('/Run');
});

test('its settings survive a Windows editor', () => {
  const log = 'C:\\ProgramData\\PadelClub\\log\\padel-club.log';
  writeFileSync(`${machine.settingsDir}.env`, `\uFEFFPORT=3939\r\n# a remark\r\nLOG_FILE=${log}\r\n`);
  expect([task.variables(), task.port(), task.readLog]).toEqual([
    { PORT: '3939', LOG_FILE: log },
    '3939',
    log,
  ]);
  expect(task.keeps(machine.stateDir)).toBe(true);
});

import { join } from 'node:path';

type Environment = Record<string, string | undefined>;

/** Where a machine keeps what its service manager runs; variables can override the paths. */
export interface Machine {
  /** `versions/`, and `clubs/` with a link for each club if there are several. */
  programDir: string;
  /** What people call to run a single club's executable. */
  link: string;
  /** Holds each club's `NAME.env` if there are several; a single club's `.env` is next to the folder. */
  settingsDir: string;
  stateDir: string;
  systemctl: string;
  /** The path of a program of Windows; a file of that name next to this one must not be run instead. */
  systemProgram(name: string): string;
}

export function readMachine(env: Environment): Machine {
  const machine = process.platform === 'win32' ? windowsMachine(env) : LINUX;
  return {
    programDir: env.PROGRAM_DIR ?? machine.programDir,
    link: env.PROGRAM_LINK ?? machine.link,
    settingsDir: env.SETTINGS_DIR ?? machine.settingsDir,
    stateDir: env.STATE_DIR ?? machine.stateDir,
    systemctl: env.SYSTEMCTL ?? 'systemctl',
    systemProgram: (name) => join(env.SystemRoot ?? 'C:\\Windows', 'System32', `${name}.exe`),
  };
}

const LINUX = {
  programDir: '/opt/padel-club',
  link: '/usr/local/bin/padel-club',
  settingsDir: '/etc/padel-club',
  stateDir: '/var/lib/padel-club',
};

function windowsMachine(env: Environment) {
  const programDir = join(env.ProgramFiles ?? 'C:\\Program Files', 'PadelClub');
  const dir = join(env.ProgramData ?? 'C:\\ProgramData', 'PadelClub');
  return {
    programDir,
    link: join(programDir, 'padel-club.cmd'),
    settingsDir: join(dir, 'padel-club'),
    stateDir: join(dir, 'data'),
  };
}

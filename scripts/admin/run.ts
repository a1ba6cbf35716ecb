import { loadConfig, SettingError } from '../../src/config.ts';
import { serve } from '../../src/serve.ts';

const HELP = `padel-club: a padel club's website, bookings and desk in one file.

Usage: padel-club [command] [options]

Commands
  serve     run the site (the default)
  version   print the version

Options
  --data DIR   the data folder (default: $DATA_DIR or ./data)
  --help       this text, or a command's own
`;

/** Reads the command line and runs one command. Returns the exit code: 0 done, 1 failed, 2 misused. */
export async function run(args: readonly string[], env: Record<string, string | undefined>): Promise<number> {
  const words = args.filter((word) => !word.startsWith('--'));
  if (args.includes('--help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const at = args.indexOf('--data');
  const dataDir = at >= 0 ? args[at + 1] : undefined;
  const command = words.find((word) => word !== dataDir) ?? 'serve';
  try {
    if (command === 'version') {
      process.stdout.write(`${VERSION}\n`);
      return 0;
    }
    if (command === 'serve') return await serve(loadConfig(env, dataDir));
    process.stderr.write(`There is no command "${command}".\n\n${HELP}`);
    return 2;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

const VERSION = process.env.npm_package_version ?? 'development';

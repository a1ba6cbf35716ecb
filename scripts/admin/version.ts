import notices from '#notices' with { type: 'text' };
import type { Command } from '../../src/cli/command.ts';
import { SCHEMA_VERSION } from '../../src/db/migrate.ts';
import { VERSION } from '../../src/version.ts';

export const version: Command = {
  name: 'version',
  summary: 'print the version',
  help: `Prints the version of the program and the schema of its database.

Options
  --licences, --licenses   print the notices of the third-party software inside the program`,
  example: 'padel-club version',
  options: { licences: { type: 'boolean' }, licenses: { type: 'boolean' } },
  staysRoot: () => true,
  run(context) {
    if (context.getBoolean('licences') || context.getBoolean('licenses')) {
      context.print(notices.trimEnd());
      return 0;
    }
    context.print(`padel-club ${VERSION}, database schema ${SCHEMA_VERSION}`);
    return 0;
  },
};

import notice from '../../NOTICE' with { type: 'text' };
import { SCHEMA_VERSION } from '../../src/db/migrate.ts';
import { VERSION } from '../../src/version.ts';
import type { Command } from './command.ts';

export const version: Command = {
  name: 'version',
  summary: 'print the version',
  help: `Prints the version of the program and of the database it makes.

Options
  --licences         print the notices of those whose work is inside the program`,
  example: 'padel-club version',
  options: { licences: { type: 'boolean' } },
  run(call) {
    if (call.flag('licences')) {
      call.print(notice.trimEnd());
      return 0;
    }
    call.print(`padel-club ${VERSION}, database schema ${SCHEMA_VERSION}`);
    return 0;
  },
};

import { SCHEMA_VERSION } from '../../src/db/migrate.ts';
import { VERSION } from '../../src/version.ts';
import type { Command } from './command.ts';

export const version: Command = {
  name: 'version',
  summary: 'print the version',
  help: 'Prints the version of the program and of the database it makes.\n\nOptions',
  example: 'padel-club version',
  run(call) {
    call.print(`padel-club ${VERSION}, database schema ${SCHEMA_VERSION}`);
    return 0;
  },
};

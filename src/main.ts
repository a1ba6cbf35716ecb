import { COMMANDS } from '../scripts/admin/commands.ts';
import { runCommandLine } from './cli/run-command-line.ts';

process.exitCode = await runCommandLine(COMMANDS, process.argv.slice(2), process.env);

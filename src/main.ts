import { COMMANDS } from '../scripts/admin/commands.ts';
import { TOPICS } from '../scripts/admin/topics.ts';
import { runCommandLine } from './cli/run-command-line.ts';

// A reader that has seen enough, such as head, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
});
process.exitCode = await runCommandLine(COMMANDS, TOPICS, process.argv.slice(2), process.env);
// A start that fails after beginning to listen leaves timers and the port.
if (process.exitCode !== 0) process.stdout.write('', () => process.exit());

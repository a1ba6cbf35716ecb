/** A mail server in its own process, so that it doesn't slow down the measured server. */
import { SMTPServer } from 'smtp-server';

let received = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      received += 1;
      done();
    });
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.server.address() as { port: number };
  process.stdout.write(`smtp://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => {
  process.stdout.write(`received ${received}\n`);
  process.exit(0);
});

import { afterAll, beforeAll } from 'bun:test';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** The executable on a new club, from before the first test of a file until after the last one. */
export function serverForTestFile(options?: Parameters<typeof startServerProcess>[0]): ServerProcess {
  const server = {} as ServerProcess;
  beforeAll(async () => {
    Object.assign(server, await startServerProcess(options));
  });
  afterAll(() => server.close());
  return server;
}

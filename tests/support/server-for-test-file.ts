import { afterAll, beforeAll } from 'bun:test';
import { type ServerOptions, type ServerProcess, startServerProcess } from './server-process.ts';

/** The executable on a new club, from before a file's first test until after its last one. */
export function serverForTestFile(
  options: ServerOptions | (() => ServerOptions | Promise<ServerOptions>) = {},
): ServerProcess {
  let started: ServerProcess | undefined;
  beforeAll(async () => {
    started = await startServerProcess(typeof options === 'function' ? await options() : options);
  });
  afterAll(() => started?.close());
  return new Proxy({} as ServerProcess, {
    get: (_, name) => Reflect.get(started ?? {}, name),
  });
}

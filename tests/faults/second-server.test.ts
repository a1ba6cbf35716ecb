import { expect, test } from 'bun:test';
import { startServerProcess } from '../support/server-process.ts';

test('a second server on a folder waits for the first one to stop or be killed', async () => {
  let server = await startServerProcess();
  const { dataDir } = server;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { promise: waits, resolve } = Promise.withResolvers<void>();
    const onPrint = (printed: string) => {
      if (printed.includes('waiting for the other server to stop')) resolve();
    };
    const next = startServerProcess({ dataDir, onPrint });
    let isReady = false;
    void next.then(() => {
      isReady = true;
    });
    await waits;
    expect(isReady).toBe(false);
    await server.stop(signal);
    server = await next;
    expect((await fetch(`${server.url}/api/courts`)).status).toBe(200);
  }
  await server.close();
});

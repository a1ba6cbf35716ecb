import { expect, test } from 'bun:test';
import { startServerProcess } from '../support/server-process.ts';

test('a second server of a folder waits for the first one to stop or to be killed', async () => {
  let server = await startServerProcess();
  const { dataDir } = server;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const next = startServerProcess({ dataDir });
    let isReady = false;
    void next.then(() => {
      isReady = true;
    });
    // A start takes a tenth of this time.
    await Bun.sleep(1500);
    expect(isReady).toBe(false);
    await server.stop(signal);
    server = await next;
    expect(server.output()).toContain('waiting for the other server to stop');
    expect((await fetch(`${server.url}/api/courts`)).status).toBe(200);
  }
  await server.close();
});

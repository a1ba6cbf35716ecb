import { expect, test } from 'bun:test';
import { measure, startServerWithPipe } from '../support/unread-log.ts';
import { waitUntil } from '../support/wait-until.ts';

test('a server whose log has no reader keeps answering, counts the dropped lines and stops', async () => {
  const unread = await startServerWithPipe();
  try {
    await measure(unread.respond, 3000);
    const text = await waitUntil(() => /"event":"log lines dropped","lines":(\d+)/.exec(unread.readLog()));
    expect(Number(text[1])).toBeGreaterThan(100);
    unread.server.kill('SIGTERM');
    expect(await Promise.race([unread.server.exited, Bun.sleep(15_000).then(() => 'still running')])).toBe(0);
  } finally {
    await unread.close();
  }
}, 180_000);

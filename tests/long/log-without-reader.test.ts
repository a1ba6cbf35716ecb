import { expect, test } from 'bun:test';
import { measure, p99, startServerWithPipe } from '../support/unread-log.ts';

test('a log without a reader does not slow the server, and the dropped lines are counted', async () => {
  const [read, unread] = await Promise.all([startServerWithPipe(), startServerWithPipe()]);
  const draining = setInterval(read.readLog, 20);
  try {
    for (const { respond } of [read, unread]) await measure(respond, 3000);
    const latencies = { read: [] as number[], unread: [] as number[] };
    // Short turns, so that other load on the machine affects both servers.
    for (let turn = 0; turn < 80; turn += 1) {
      latencies.read.push(...(await measure(read.respond, 250)));
      latencies.unread.push(...(await measure(unread.respond, 250)));
    }
    expect(latencies.unread.length).toBeGreaterThanOrEqual(20_000);
    const latency = { read: p99(latencies.read), unread: p99(latencies.unread) };
    console.log(`p99 with a read log ${latency.read.toFixed(2)} ms, unread ${latency.unread.toFixed(2)} ms`);
    expect(latency.unread).toBeLessThanOrEqual(latency.read * 1.5);

    let text = '';
    for (let tries = 0; tries < 200 && !text.includes('log lines dropped'); tries += 1) {
      text += unread.readLog();
      await Bun.sleep(20);
    }
    const dropped = Number(/"event":"log lines dropped","lines":(\d+)/.exec(text)?.[1]);
    expect(dropped).toBeGreaterThan(10_000);
    expect(text.match(/log lines dropped/g)).toHaveLength(1);
  } finally {
    clearInterval(draining);
    await Promise.all([read.close(), unread.close()]);
  }
}, 180_000);

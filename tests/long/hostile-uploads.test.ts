import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { join } from 'node:path';
import { GUEST } from '../support/booking-wizard.ts';
import { readMemory, resetPeakMemory } from '../support/process-memory.ts';
import { bookByTransfer, receiptClubs, uploadReceipt } from '../support/receipt-club.ts';
import { createNoisyJpeg, createPng } from '../support/test-images.ts';

const clubs = receiptClubs();

/** Sends `head`, then what `next` gives until it gives nothing or the server closes; answers the first line. */
function sendSlowly(url: string, head: string, nextChunk: () => Buffer | null, pauseMs = 0): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const more = () => {
      if (socket.destroyed) return;
      const chunk = answer ? null : nextChunk();
      if (!chunk) return void setTimeout(() => socket.destroy(), 500);
      socket.write(chunk, () => (pauseMs ? setTimeout(more, pauseMs) : setImmediate(more)));
    };
    socket.on('connect', () => socket.write(head, more));
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}

describe('hostile images and senders', () => {
  test('300 hostile uploads take little more memory than honest ones and do not slow an honest one', async () => {
    const club = await clubs.start(clubs.createDataDir(), { TRUST_PROXY: '1' });
    const { pid } = club.process;
    const bookAt = (email: string, court_id: number, start_time: string) =>
      bookByTransfer(club, { email, court_id, start_time });
    const honest = await bookAt(GUEST.email, 1, '18:00');
    const attackers: number[] = [];
    for (const hour of ['08', '10', '12', '14', '16']) {
      attackers.push(await bookAt('attacker@example.com', 1, `${hour}:00`));
      attackers.push(await bookAt('attacker@example.com', 2, `${hour}:00`));
    }
    const photo = await new Bun.Image(await createNoisyJpeg(400, 300, 60))
      .resize(1600, 1200)
      .jpeg({ quality: 80 })
      .bytes();
    /** Milliseconds of the honest upload, or its status when it is refused. */
    const timeUpload = async (): Promise<number> => {
      const form = new FormData();
      form.set('email', GUEST.email);
      form.set('payment_method', 'bank_transfer');
      form.set('receipt', new File([photo as Uint8Array<ArrayBuffer>], 'photo.jpg', { type: 'image/jpeg' }));
      const started = performance.now();
      const response = await fetch(`${club.url}/api/booking/${honest}/receipt`, {
        method: 'POST',
        body: form,
        headers: { 'x-forwarded-for': '192.0.2.7', 'booking-email': GUEST.email },
      });
      expect(response.status).toBe(200);
      return performance.now() - started;
    };
    const timeUploads = async (count: number, pauseMs: number) => {
      const times: number[] = [];
      for (let at = 0; at < count; at += 1) {
        times.push(await timeUpload());
        await Bun.sleep(pauseMs);
      }
      return times.toSorted((a, b) => a - b);
    };
    await fetch(club.url);
    await timeUpload();
    await Bun.sleep(1000);
    const idle = readMemory(pid).now;
    resetPeakMemory(pid);
    const alone = await timeUploads(5, 100);
    const honestPeak = readMemory(pid).peak;
    resetPeakMemory(pid);

    const load = Bun.spawn(
      [
        process.execPath,
        'tests/support/send-hostile-uploads.ts',
        club.url,
        String(honest),
        attackers.join(','),
        '10',
      ],
      { cwd: join(import.meta.dir, '../..'), stdout: 'pipe' },
    );
    await Bun.sleep(1500);
    const beside = await timeUploads(8, 500);
    const statuses = (await new Response(load.stdout).json()) as Record<string, number>;
    const { peak } = readMemory(pid);
    const median = (times: number[]) => times[Math.floor(times.length / 2)] ?? Number.NaN;
    console.log(
      `idle ${idle.toFixed(0)} MB, peak ${honestPeak.toFixed(0)} MB alone and ${peak.toFixed(0)} MB beside; honest upload alone ${median(alone).toFixed(0)} ms, ` +
        `beside median ${median(beside).toFixed(0)} ms, all ${beside.map((ms) => ms.toFixed(0)).join(' ')}; hostile: ${JSON.stringify(statuses)}`,
    );
    expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(300);
    expect(peak).toBeLessThan(1.75 * honestPeak);
    expect(median(beside)).toBeLessThan(3 * median(alone));
    expect(club.output()).not.toMatch(/"status":500/);
  }, 90_000);

  test('pixel bombs, floods and slow clients take at most 64 MB while others are served', async () => {
    const dataDir = clubs.createDataDir();
    const club = await clubs.start(dataDir);
    const id = await bookByTransfer(club);
    const { pid } = club.process;
    expect((await uploadReceipt(club, id, createPng(300, 200))).status).toBe(200);
    Bun.sleepSync(500);
    resetPeakMemory(pid);
    const before = readMemory(pid).now;
    const grown = (what: string) => {
      const { peak } = readMemory(pid);
      console.log(`${what}: at most ${(peak - before).toFixed(1)} MB more`);
      return peak - before;
    };

    const bomb = createPng(30_000, 30_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => uploadReceipt(club, id, bomb)));
    const statuses = new Set(answers.map(({ status }) => status));
    // 503: on a slow machine the uploads before it take all the room.
    expect([413, 503]).toEqual(expect.arrayContaining([...statuses]));
    expect(statuses).toContain(413);
    expect(grown('ten pictures of 900 megapixels')).toBeLessThan(64);

    expect((await uploadReceipt(club, id, createPng(2300, 2170))).status).toBe(200);
    expect(grown('the biggest PNG that is taken, in few bytes')).toBeLessThan(64);

    const jpeg = await new Bun.Image(createPng(2600, 1920)).jpeg({ progressive: true }).bytes();
    expect((await uploadReceipt(club, id, jpeg)).status).toBe(200);
    expect(grown('the biggest JPEG that is taken')).toBeLessThan(64);

    const webp = await new Bun.Image(createPng(2300, 2170)).webp().bytes();
    expect((await uploadReceipt(club, id, webp)).status).toBe(200);
    expect(grown('the biggest WebP that is taken')).toBeLessThan(64);

    const tooMuch = Buffer.alloc(5 * 1024 * 1024 + 1, 0xff);
    expect((await uploadReceipt(club, id, tooMuch)).status).toBe(413);
    expect(grown('5 MB and 1 byte')).toBeLessThan(64);

    const head = (more: string, to = id) =>
      `POST /api/booking/${to}/receipt HTTP/1.1\r\nHost: club\r\nContent-Type: multipart/form-data; boundary=x\r\n${more}\r\n\r\n`;
    const chunk = Buffer.concat([
      Buffer.from('100000\r\n'),
      Buffer.alloc(1024 * 1024, 65),
      Buffer.from('\r\n'),
    ]);
    let sent = 0;
    const fileHead = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="receipt"; filename="a"\r\n\r\n',
    );
    const fileStart = Buffer.concat([
      Buffer.from(`${fileHead.length.toString(16)}\r\n`),
      fileHead,
      Buffer.from('\r\n'),
    ]);
    const flood = await sendSlowly(club.url, head('Transfer-Encoding: chunked'), () => {
      sent += 1;
      if (sent === 1) return fileStart;
      return sent <= 200 ? chunk : Buffer.from('0\r\n\r\n');
    });
    expect(flood).toMatch(/413|^$/);
    expect(grown('200 MB in chunks')).toBeLessThan(64);

    const other = await bookByTransfer(club, { start_time: '20:00' });
    const crawl = Array.from({ length: 20 }, () => {
      let left = 10;
      return sendSlowly(
        club.url,
        head('Content-Length: 5000000', other),
        () => {
          left -= 1;
          return left >= 0 ? Buffer.from('--x\r\n') : null;
        },
        100,
      );
    });
    const started = performance.now();
    expect((await uploadReceipt(club, id, createPng(300, 200))).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(5000);
    await Promise.all(crawl);
    await Bun.sleep(200);
    expect(grown('twenty slow clients')).toBeLessThan(64);
    expect((await fetch(`${club.url}/api/courts`)).status).toBe(200);
    expect(club.output()).not.toMatch(/"status":500/);
  }, 60_000);
});

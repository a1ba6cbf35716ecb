/**
 * Sends hostile receipt uploads to a club behind a proxy, 300 at the same time, and prints their statuses as
 * JSON. Runs as a process of its own, so that its work does not slow the honest sender of the test.
 * Usage: bun tests/support/send-hostile-uploads.ts URL VICTIM_ID ATTACKER_IDS(comma-separated) SECONDS
 */
import { connect } from 'node:net';
import { createPng } from './test-images.ts';

const [url = '', victimId = '', attackerIds = '', seconds = '10'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const ownBookings = attackerIds.split(',');
const stopAt = Date.now() + Number(seconds) * 1000;

const bigFile = Buffer.concat([createPng(2300, 2170), Buffer.alloc(5_000_000 - 20_000)]);
const field = (name: string, value: string) =>
  Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
const file = (bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="receipt"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from('--x--\r\n');

const bodies = {
  wrongEmailFirst: Buffer.concat([field('email', 'thief@example.com'), file(bigFile), end]),
  wrongEmailLast: Buffer.concat([file(bigFile), field('email', 'thief@example.com'), end]),
  manyPixels: Buffer.concat([field('email', 'attacker@example.com'), file(bigFile), end]),
  slow: Buffer.concat([field('email', 'attacker@example.com'), file(bigFile), end]),
};
type Kind = keyof typeof bodies;
const kinds = Object.keys(bodies) as Kind[];

function sendUpload(kind: Kind, bookingId: string, ip: string): Promise<string> {
  const body = bodies[kind];
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('connect', () => {
      socket.write(
        `POST /api/booking/${bookingId}/receipt HTTP/1.1\r\nHost: club\r\nX-Forwarded-For: ${ip}\r\n` +
          `Connection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      // A slow sender holds back its last byte for as long as it is allowed to.
      socket.write(kind === 'slow' ? body.subarray(0, -1) : body);
    });
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer.slice(9, 12) || 'cut'));
    setTimeout(() => socket.destroy(), 15_000).unref();
  });
}

const counts: Record<string, number> = {};
await Promise.all(
  Array.from({ length: 300 }, async (_, index) => {
    const kind = kinds[index % kinds.length] ?? 'slow';
    const isOwn = kind === 'manyPixels' || kind === 'slow';
    const bookingId = isOwn ? (ownBookings[index % ownBookings.length] ?? '') : victimId;
    while (Date.now() < stopAt) {
      const status = await sendUpload(kind, bookingId, `10.0.${index % 25}.${isOwn ? 1 : index % 250}`);
      const key = `${kind} ${status}`;
      counts[key] = (counts[key] ?? 0) + 1;
      await Bun.sleep(200);
    }
  }),
);
console.log(JSON.stringify(counts));
process.exit(0);

import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { formatMoment } from '../../backups/copy-name.ts';
import { readLastTime, wasStopped } from '../../db/last-time.ts';
import { newestInstant } from '../../db/stored-instants.ts';
import { CLOCK_TOLERANCE_MS } from '../../domain/plausible-instant.ts';
import { EARLIEST_TIME, PROGRAM_DATE } from '../../version.ts';
import { type CheckContext, type DatabaseCheckContext, type Finding, fail, ok, warn } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A working club's night plus a day off. */
const MAX_QUIET_MS = 2 * DAY_MS;
const TIMEOUT_MS = 3000;
const SET_CLOCK =
  'Set the clock of this machine and synchronise it with a time server, such as: timedatectl set-ntp true';

export function checkClock({ now }: CheckContext): Finding[] {
  const text = `Club time is ${formatMinute(now)} (Asia/Karachi)`;
  if (now >= EARLIEST_TIME) return [ok(`${text}. Compare it with your watch.`)];
  return [fail(`${text}, but this program dates from ${formatMinute(PROGRAM_DATE)}.`, SET_CLOCK)];
}

/** A clock running ahead leaves a gap after the last sign of life; future-dated rows have their own check. */
export function checkQuietTime({ config: { dataDir }, db, now }: DatabaseCheckContext): Finding[] {
  const signs = [newestInstant(db, now), readLastTime(dataDir)].filter((at) => at !== null && at <= now);
  if (signs.length === 0 || wasStopped(dataDir)) return [];
  const last = Math.max(...(signs as number[]));
  if (now - last <= MAX_QUIET_MS) return [];
  return [
    warn(
      `The club last did something on ${formatMinute(last)}, ${Math.round((now - last) / DAY_MS)} days before the clock's time.`,
      'If the site was not off for that long, the clock is ahead: set it before you start the site.',
    ),
  ];
}

/** Asks a time server; finds nothing if it doesn't answer, because many networks only allow web pages. */
export async function checkTimeServer({ config: { timeServer } }: CheckContext): Promise<Finding[]> {
  const ahead = await askTimeServer(timeServer).catch(() => null);
  if (ahead === null) return [];
  if (Math.abs(ahead) <= CLOCK_TOLERANCE_MS)
    return [ok(`The clock agrees with the time server ${timeServer}.`)];
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  const length = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return [
    fail(
      `The clock is ${length} ${ahead > 0 ? 'ahead of' : 'behind'} the time server ${timeServer}.`,
      SET_CLOCK,
    ),
  ];
}

/** How many milliseconds the clock is ahead of the server, which speaks SNTP (RFC 4330). */
async function askTimeServer(server: string): Promise<number> {
  const { hostname, port } = new URL(`ntp://${server}`);
  const { address, family } = await lookup(hostname.replace(/[[\]]/g, ''));
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  let timer: Timer | undefined;
  try {
    return await new Promise<number>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), TIMEOUT_MS);
      const sent = Date.now();
      socket.on('error', reject);
      socket.on('message', (answer) => {
        const received = Date.now();
        const [mode, stratum] = [(answer[0] ?? 0) & 7, answer[1] ?? 0];
        // Stratum 0 is a refusal.
        if (answer.length < 48 || mode !== 4 || stratum === 0) reject(new Error('no time'));
        else resolve((sent + received) / 2 - readTimestamp(answer, 40));
      });
      // Version 4, client.
      const request = Buffer.alloc(48).fill(0x23, 0, 1);
      // A connected socket learns if nothing is listening, and only accepts this server's answers.
      socket.connect(Number(port || 123), address, () => socket.send(request));
    });
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}

/** Seconds since 1900 with a 32-bit fraction; wraps around in 2036. */
function readTimestamp(answer: Buffer, at: number): number {
  const seconds = answer.readUInt32BE(at);
  const era = seconds < 0x80000000 ? 2 ** 32 : 0;
  return (seconds + era - 2_208_988_800 + answer.readUInt32BE(at + 4) / 2 ** 32) * 1000;
}

const formatMinute = (at: number) => formatMoment(at).slice(0, 16);

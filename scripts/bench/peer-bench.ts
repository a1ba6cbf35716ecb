import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { runWrk } from './harness.ts';

/** As browsers ask for pages. */
const BROWSER_HEADERS = ['Accept-Encoding: gzip, deflate, br'];
/** More than a round can make, so that no round asks for the slots of another one. */
const BOOKINGS_PER_ROUND = 100_000;

const peerSchema = v.object({
  name: v.string(),
  /** Where the peer listens; the bench does not start it. */
  url: v.string(),
  /** What a row is called, and the path of the peer's page and of the club's. */
  pages: v.array(v.object({ name: v.string(), path: v.string(), club: v.string() })),
  /**
   * A script of wrk in the same folder, which sends bookings that do not overlap to `path`, from the one whose number
   * is in FIRST_BOOKING on.
   */
  booking: v.optional(v.object({ script: v.string(), path: v.string() })),
});

/**
 * Measures another booking system at its address in turns with the club at `club`. `folder` holds `peer.json` with
 * the addresses and, for bookings, a script of wrk. Returns a Markdown table of requests a second and p99.
 */
export async function measurePeer(
  folder: string,
  club: { url: string; bookingScript: string; bookingEnv: Record<string, string> },
  options: { seconds: number; rounds: number },
): Promise<string> {
  const peer = v.parse(peerSchema, await Bun.file(join(resolve(folder), 'peer.json')).json());
  const lines = [`| Metric | Club | ${peer.name} | Club / ${peer.name} |`, '| --- | --- | --- | --- |'];
  const compare = async (
    name: string,
    connections: number,
    [ours, theirs]: [{ path: string; script?: string }, { path: string; script?: string }],
  ) => {
    const results = {
      ours: [] as number[],
      theirs: [] as number[],
      p99: [] as number[],
      theirP99: [] as number[],
    };
    for (let round = 0; round < options.rounds; round += 1) {
      const load = {
        ...{ seconds: options.seconds, connections, headers: BROWSER_HEADERS },
        env: { ...club.bookingEnv, FIRST_BOOKING: String(round * BOOKINGS_PER_ROUND) },
      };
      const own = await runWrk(club.url + ours.path, { ...load, ...scriptOf(ours) });
      const other = await runWrk(peer.url + theirs.path, { ...load, ...scriptOf(theirs) });
      results.ours.push(own.perSecond - own.refused / options.seconds);
      results.theirs.push(other.perSecond - other.refused / options.seconds);
      results.p99.push(own.p99);
      results.theirP99.push(other.p99);
    }
    const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
    const [a, b, p, q] = [results.ours, results.theirs, results.p99, results.theirP99].map(middle);
    lines.push(
      `| ${name}, ${connections} connections | ${a?.toFixed(0)} a second, p99 ${p?.toFixed(1)} ms | ${b?.toFixed(0)} a second, p99 ${q?.toFixed(1)} ms | ${((a ?? 0) / (b || 1)).toPrecision(2)} |`,
    );
  };
  for (const connections of [1, 64]) {
    for (const { name, path, club: own } of peer.pages)
      await compare(name, connections, [{ path: own }, { path }]);
  }
  if (peer.booking) {
    const script = join(resolve(folder), peer.booking.script);
    await compare('bookings', 1, [
      { path: '/api/book', script: club.bookingScript },
      { path: peer.booking.path, script },
    ]);
  }
  return lines.join('\n');
}

function scriptOf({ script }: { script?: string }): { script?: string } {
  return script ? { script } : {};
}

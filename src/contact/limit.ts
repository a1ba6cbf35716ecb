import { Failure } from '../domain/failure.ts';

/** Messages one address may send in a window; many people share one behind a mobile network. */
const MOST = 20;
const WINDOW = 10 * 60_000;
/** Addresses remembered at most; the oldest are forgotten first. */
const REMEMBERED = 10_000;

/** Counts a try of `address`, or throws `rate_limited`. `now` is in epoch milliseconds. */
export function contactLimit(now: () => number): (address: string) => void {
  const tries = new Map<string, { count: number; since: number }>();
  return (address) => {
    const at = now();
    const known = tries.get(address);
    const tally = known && at - known.since < WINDOW ? known : { count: 0, since: at };
    if (tally.count >= MOST) {
      const seconds = Math.ceil((tally.since + WINDOW - at) / 1000);
      const minutes = Math.ceil(seconds / 60);
      throw new Failure(
        'rate_limited',
        `Too many messages from here. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or call us.`,
        { retryAfter: seconds },
      );
    }
    tries.delete(address);
    tries.set(address, { count: tally.count + 1, since: tally.since });
    const [oldest] = tries.keys();
    if (tries.size > REMEMBERED && oldest !== undefined) tries.delete(oldest);
  };
}

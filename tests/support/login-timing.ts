import { register } from './accounts.ts';
import { quantile } from './booking-load.ts';
import { createTestClub } from './test-club.ts';

const LONGER_THAN_LIMITS_MS = 25 * 60 * 60_000;

/** Measures in milliseconds how long wrong passwords take for a known and an unknown email, alternating. */
export async function measureLoginTimes(attempts: number) {
  const club = await createTestClub();
  await register(club);
  const login = async (email: string) => {
    club.clock.now += LONGER_THAN_LIMITS_MS;
    const started = performance.now();
    const { status } = await club.post('/api/auth/login', { email, password: 'Wrong-river-43' });
    if (status !== 401) throw new Error(`answered ${status}`);
    return performance.now() - started;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let attempt = -3; attempt < attempts; attempt += 1) {
    // The order alternates, so that the second request of a pair has no advantage.
    const pair = [() => login('ayesha@example.com'), () => login('nobody42@example.com')] as const;
    const first = attempt % 2 === 0 ? 0 : 1;
    const times: number[] = [];
    times[first] = await pair[first]();
    times[1 - first] = await pair[(1 - first) as 0 | 1]();
    if (attempt < 0) continue;
    known.push(times[0] ?? 0);
    unknown.push(times[1] ?? 0);
  }
  club.close();
  const medians = { known: quantile(known, 0.5), unknown: quantile(unknown, 0.5) };
  return { ...medians, ratio: medians.known / medians.unknown };
}

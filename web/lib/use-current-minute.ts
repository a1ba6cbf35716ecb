import { useStoreAfterHydration } from './hydrated.tsx';
import { serverNow } from './server-time.ts';

/** The start of the current minute in epoch milliseconds; 0 during hydration. */
export function useCurrentMinute(): number {
  return useStoreAfterHydration(subscribeToMinutes, currentMinute, () => 0);
}

const MINUTE_MS = 60_000;
const currentMinute = () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS;
const subscribeToMinutes = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MS / 4);
  return () => clearInterval(timer);
};

import { useSyncExternalStore } from 'react';
import { useHydrated } from './hydrated.tsx';

/** The start of the current minute in epoch milliseconds; 0 during hydration. */
export function useCurrentMinute(): number {
  return useSyncExternalStore(
    subscribeToMinutes,
    useHydrated() ? currentMinute : serverSnapshot,
    serverSnapshot,
  );
}

const MINUTE_MS = 60_000;
const serverSnapshot = () => 0;
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const subscribeToMinutes = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MS / 4);
  return () => clearInterval(timer);
};

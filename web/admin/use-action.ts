import { useRef, useState } from 'react';
import { errorMessage } from '../lib/api.ts';

/** Runs one action at a time and keeps the error message of the last one. */
export function useAction(fallbackMessage: string) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isRunning = useRef(false);
  const run = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      return await action();
    } catch (cause) {
      setError(errorMessage(cause, fallbackMessage));
      return undefined;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run };
}

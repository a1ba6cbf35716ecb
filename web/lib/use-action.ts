import { useRef, useState } from 'react';
import { errorMessage } from './api.ts';
import { connectionText } from './connection-text.ts';

/** Runs one action at a time and keeps the last one's error message, as found by `messageOf`. */
export function useAction(fallbackMessage: string, messageOf = errorMessage) {
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
      // `fetch` throws a TypeError if there is no answer.
      setError(
        cause instanceof TypeError
          ? `${connectionText()} Please try again.`
          : messageOf(cause, fallbackMessage),
      );
      return undefined;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run, clearError: () => setError(null) };
}

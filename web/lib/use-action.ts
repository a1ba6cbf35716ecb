import { useRef, useState } from 'react';
import { errorMessage } from './api.ts';
import { connectionText } from './connection-text.ts';

/** What to say where the server gave no answer; null where it did. */
export function withoutAnswer(cause: unknown): string | null {
  // `fetch` throws a TypeError then.
  return cause instanceof TypeError ? `${connectionText()} Please try again.` : null;
}

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
      setError(withoutAnswer(cause) ?? messageOf(cause, fallbackMessage));
      return undefined;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, error, run, clearError: () => setError(null) };
}

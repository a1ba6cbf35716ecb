import { invalidateQueries } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';

/**
 * Runs one change and keeps its error. Afterwards, even on failure, the dashboard reads its data again; `onDone`
 * follows a success.
 */
export function useChange(fallbackMessage: string) {
  const { run: runAction, busy, error } = useAction(fallbackMessage);
  const run = <T>(send: () => Promise<T>, onDone?: (answer: T) => void) =>
    runAction(async () => {
      const answer = await send().finally(() => invalidateQueries('GET /api/admin/*'));
      onDone?.(answer);
      return answer;
    });
  return { busy, error, run };
}

import { useRef, useState } from 'react';
import type { SeriesPreview } from '../../../src/domain/api/series-routes.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { countDates } from '../../../src/domain/series.ts';
import type { SeriesDecision } from '../../../src/domain/series-input.ts';
import { ApiError, errorMessage } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';

/** A plan's preview and the decisions about its dates; each decision asks the server again. */
export function useSeriesPreview(loadPreview: (decisions: SeriesDecision[]) => Promise<SeriesPreview>) {
  const [preview, setPreview] = useState<SeriesPreview | null>(null);
  const [decisions, setDecisions] = useState<SeriesDecision[]>([]);
  // A second decision may come before the answer to the first; only the newest answer counts.
  const newest = useRef<SeriesDecision[]>([]);
  const [isChecking, setIsChecking] = useState(false);
  const [checkError, setCheckError] = useState<string | null>(null);
  const { busy, error, run } = useAction('The dates could not be booked. Please try again.');
  const load = async (next: SeriesDecision[]) => {
    newest.current = next;
    setDecisions(next);
    setIsChecking(true);
    try {
      const answer = await loadPreview(next);
      if (newest.current === next) setPreview(answer);
    } finally {
      if (newest.current === next) setIsChecking(false);
    }
  };
  const decide = (date: string, decision: SeriesDecision | undefined) => {
    const others = newest.current.filter((one) => one.date !== date);
    setCheckError(null);
    load(decision ? [...others, decision] : others).catch((cause: unknown) =>
      setCheckError(errorMessage(cause, 'The dates could not be checked. Please try again.')),
    );
  };
  const undecided = preview?.dates.filter(({ place_conflicts }) => place_conflicts.length > 0) ?? [];
  const placed = preview?.dates.filter(({ place }) => place !== null) ?? [];
  const open = undecided.length;
  const booked = placed.filter(({ place_conflicts }) => place_conflicts.length === 0).length;
  return {
    preview,
    decisions,
    decide,
    booked,
    /** Which dates the total doesn't include yet. */
    openLabel:
      open > 0
        ? `${countDates(open)} still to decide. Not in the total: ${undecided.map(({ date }) => shortDate(date)).join('; ')}.`
        : 'Every date is free or decided.',
    busy: busy || isChecking,
    error: error ?? checkError,
    /** Every date is decided and the server has checked it, so the plan can be saved. */
    isReady: !isChecking && checkError === null && open === 0 && booked > 0,
    /** Throws the server's error. */
    load,
    back: () => setPreview(null),
    /** Saves the plan. If a date has been taken in the meantime, the preview shows it and the error says so. */
    write: <T>(send: () => Promise<T>) =>
      run(async () => {
        try {
          return await send();
        } catch (cause) {
          const isStale = cause instanceof ApiError && cause.status === 409;
          if (isStale) await load(newest.current).catch(() => {});
          throw cause;
        }
      }),
  };
}

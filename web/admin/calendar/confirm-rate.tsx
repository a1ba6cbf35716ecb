import type { Court } from '../../../src/domain/court.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { useCalendar } from '../../shared/use-calendar.ts';
import { listChangedDays } from './changed-days.ts';
import { ConfirmPrices } from './confirm-prices.tsx';

/** A court's new rate as customers will see it in the standing week, old beside new, before `save` makes it count. */
export function ConfirmRate({
  title,
  court,
  rates,
  save,
  onBack,
}: {
  title: string;
  court: Pick<Court, 'id' | 'name'>;
  /** PKR an hour. */
  rates: { before: number; after: number };
  save: () => Promise<unknown>;
  onBack: () => void;
}) {
  const calendar = useCalendar();
  const { busy, error, run } = useAction('The price could not be saved. Please try again.');
  const courts = [{ ...rates, court_id: court.id, name: court.name }];
  return (
    <ConfirmPrices
      title={title}
      courts={courts}
      days={listChangedDays(calendar, calendar, null, courts)}
      busy={busy}
      error={error}
      onSave={() => run(() => save().finally(() => invalidateQueries('GET /api/admin/*')))}
      onBack={onBack}
    />
  );
}

import { useEffect, useState } from 'react';
import type { AdminDaySchedule } from '../../src/domain/admin-api.ts';
import { addDays, businessDayOf, clubTimestamp, longDate, shortDate } from '../../src/domain/business-day.ts';
import { CloseDialog, ClosureDialog } from './close-dialog.tsx';
import { DayGrid, type Empty, type Opened } from './day-grid.tsx';
import { QueryError, useDesk } from './desk-query.tsx';
import { useParams } from './params.ts';
import { WalkInDialog } from './walk-in-dialog.tsx';

const TICK_MS = 15_000;

/** One evening, court beside court, with a line at now. */
export default function TodayPanel() {
  const { params, go } = useParams();
  const now = useNow();
  const today = businessDayOf(now);
  const date = params.date ?? today;
  const { data, error } = useDesk<AdminDaySchedule>(`/api/admin/day?date=${date}`);
  const [asking, setAsking] = useState<{ walkIn: Empty } | { close: true } | { closure: Opened } | null>(
    null,
  );
  const show = (to: string) => go({ date: to === today ? undefined : to }, { replace: true });
  const leave = () => setAsking(null);

  return (
    <section aria-label="Day">
      <div className="desk-day-head">
        <h2>{date === today ? todayLabel(now) : longDate(date)}</h2>
        <div className="cluster">
          <div className="desk-day-steps">
            <Step label="Day before" sign="←" onStep={() => show(addDays(date, -1))} />
            <label className="desk-day-date">
              <span className="visually-hidden">Date</span>
              <input
                type="date"
                value={date}
                onChange={(event) => event.target.value && show(event.target.value)}
              />
            </label>
            <Step label="Day after" sign="→" onStep={() => show(addDays(date, 1))} />
          </div>
          {date !== today && (
            <button type="button" className="quiet" onClick={() => show(today)}>
              Today
            </button>
          )}
          <button type="button" className="ghost" onClick={() => setAsking({ close: true })}>
            Close a court
          </button>
        </div>
      </div>
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading the day …</p>}
      {data && (
        <DayGrid
          day={data}
          now={now}
          onEmpty={(walkIn) => setAsking({ walkIn })}
          onBooking={(id) => go({ booking: String(id) })}
          onClosure={(closure) => setAsking({ closure })}
        />
      )}
      {data && asking && 'walkIn' in asking && (
        <WalkInDialog day={data} at={asking.walkIn} now={now} onClose={leave} />
      )}
      {data && asking && 'close' in asking && <CloseDialog day={data} now={now} onClose={leave} />}
      {asking && 'closure' in asking && <ClosureDialog {...asking.closure} onClose={leave} />}
    </section>
  );
}

/** After midnight the evening that began is still today: both dates are said. */
function todayLabel(now: number): string {
  const day = businessDayOf(now);
  const real = clubTimestamp(now).slice(0, 10);
  return `Today, ${shortDate(day)}${real === day ? '' : ` (now ${shortDate(real)})`}`;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Step({ label, sign, onStep }: { label: string; sign: string; onStep: () => void }) {
  return (
    <button type="button" className="quiet" aria-label={label} title={label} onClick={onStep}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

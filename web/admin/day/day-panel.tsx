import { useEffect, useState } from 'react';
import { addDays, clubTimestamp } from '../../../src/domain/business-day.ts';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { longDate, shortDate } from '../../../src/domain/format-date.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { useCalendar, useDayPlan } from '../../shared/use-calendar.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { ActionMenu } from '../action-menu.tsx';
import { NewBookingDialog } from '../bookings/new-booking-dialog.tsx';
import { dayLabel } from '../date-time-labels.ts';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { CloseCourtsDialog } from './close-courts-dialog.tsx';
import { ClosureDialog } from './closure-dialog.tsx';
import { type DayDialog, DayGrid } from './day-grid.tsx';
import { DayList } from './day-list.tsx';
import { EndOfferDialog } from './end-offer-dialog.tsx';
import { firstFreeSlot } from './free-slots.ts';
import { TonightOverview } from './tonight-overview.tsx';
import { WaitlistSection } from './waitlist-section.tsx';

const CLOCK_UPDATE_MS = 15_000;
/** On a wide screen, the grid of up to this many courts fits next to what is happening now. */
const COURTS_BESIDE = 4;

/** The current evening at a glance, and any business day with all courts side by side. */
export default function DayPanel() {
  const { params, navigate } = useUrlParams();
  const now = useCurrentTime();
  const today = todayOf(useCalendar(), now);
  const date = params.date ?? today;
  const { data, loading, error } = useAdminQuery('GET /api/admin/day', { query: { date: date } });
  const [openDialog, setOpenDialog] = useState<DayDialog | null>(null);
  const showDay = (to: string) => navigate({ date: to === today ? undefined : to }, { replace: true });
  const closeDialog = () => setOpenDialog(null);
  const plan = useDayPlan(date);
  useEffect(() => {
    // A menu, a shortcut or the palette asked for a dialog: `closure`, `booking`, or `booking-2` on one court.
    if (!params.start || loading || data?.date !== date) return;
    navigate({ start: undefined }, { replace: true });
    if (params.start === 'closure') return setOpenDialog({ close: true });
    const courtId = Number(/^booking-(\d+)$/.exec(params.start)?.[1] ?? 0);
    const courts = data.courts.map(({ court }) => court);
    const offered = courts.filter(({ id, active }) => active && (courtId === 0 || id === courtId));
    const book = firstFreeSlot(data, plan, offered, now);
    if (book) setOpenDialog({ book });
    else showToast('error', 'No time is free', longDate(date));
  });

  return (
    <section aria-label="Day">
      <div className="admin-day-head">
        <div className="cluster">
          <h2>
            <NoWrap>{date === today ? todayLabel(today, now) : dayLabel({ date, start_time: '' })}</NoWrap>
          </h2>
          {date !== today && (
            <button type="button" className="quiet" onClick={() => showDay(today)}>
              Today
            </button>
          )}
        </div>
        <div className="cluster">
          <div className="admin-day-steps">
            <DayStepButton label="Day before" symbol="←" onStep={() => showDay(addDays(date, -1))} />
            <label className="admin-day-date">
              <span className="visually-hidden">Date</span>
              <DateInput date={date} onDate={showDay} />
            </label>
            <DayStepButton label="Day after" symbol="→" onStep={() => showDay(addDays(date, 1))} />
          </div>
          <ActionMenu
            className=""
            items={[
              { label: 'Booking', run: () => navigate({ start: 'booking' }) },
              { label: 'Weekly booking', run: () => navigate({ series: 'new' }) },
              { label: 'Block time', run: () => setOpenDialog({ close: true }) },
            ]}
          >
            + New
          </ActionMenu>
        </div>
      </div>
      <QueryStatus data={data} error={error} />
      {data && (
        <>
          <div className="admin-today" data-beside={date === today && data.courts.length <= COURTS_BESIDE}>
            {date === today && <TonightOverview day={data} now={now} onOpen={setOpenDialog} />}
            <div>
              <DayGrid key={data.date} day={data} now={now} onOpen={setOpenDialog} />
            </div>
          </div>
          <WaitlistSection date={date} />
          <p>
            <button type="button" className="quiet" onClick={() => print()}>
              Print the day
            </button>
          </p>
          <DayList day={data} />
        </>
      )}
      {data && openDialog && 'book' in openDialog && (
        <NewBookingDialog
          day={data}
          freeSlot={openDialog.book}
          offer={openDialog.offer}
          now={now}
          onClose={closeDialog}
        />
      )}
      {data && openDialog && 'close' in openDialog && (
        <CloseCourtsDialog day={data} courtId={openDialog.courtId} now={now} onClose={closeDialog} />
      )}
      {openDialog && 'heldFor' in openDialog && (
        <EndOfferDialog
          {...openDialog.heldFor}
          onBook={(book, offer) => setOpenDialog({ book, offer })}
          onClose={closeDialog}
        />
      )}
      {openDialog && 'closure' in openDialog && (
        <ClosureDialog {...openDialog.closure} onClose={closeDialog} />
      )}
    </section>
  );
}

/** The business day and, after midnight, the calendar date too. */
function todayLabel(day: string, now: number): string {
  const calendarDate = clubTimestamp(now).slice(0, 10);
  return calendarDate > day
    ? `Tonight, ${shortDate(day)} (now ${shortDate(calendarDate)})`
    : `Today, ${shortDate(day)}${calendarDate === day ? '' : ` (now ${shortDate(calendarDate)})`}`;
}

function useCurrentTime(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), CLOCK_UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function DayStepButton({ label, symbol, onStep }: { label: string; symbol: string; onStep: () => void }) {
  return (
    <button type="button" className="quiet" aria-label={label} title={label} onClick={onStep}>
      <span className="arrow" aria-hidden="true">
        {symbol}
      </span>
    </button>
  );
}

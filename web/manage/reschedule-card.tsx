import { useMemo, useRef, useState } from 'react';
import type { Booking } from '../../src/domain/booking.ts';
import { daysAheadOf } from '../../src/domain/club.ts';
import { type Court, courtRateOn, shortCourtName } from '../../src/domain/court.ts';
import { isDayOver } from '../../src/domain/day-plan.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import { isEvening } from '../../src/domain/part-of-day.ts';
import { formatPlayDate, formatPlayTime, nightOf, playTimes } from '../../src/domain/play-time.ts';
import { priceOf } from '../../src/domain/price.ts';
import { RESCHEDULE_NOTICE_HOURS } from '../../src/domain/refund.ts';
import { rescheduleTargetError } from '../../src/domain/self-service.ts';
import { blocksOf, slotIndexOf, slotsFrom, startsOf, startTimeOf } from '../../src/domain/slot.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { reloadBooking, reloadSlots } from '../lib/reload.ts';
import { serverNow } from '../lib/server-time.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { usePageData } from '../shared/page-data.tsx';
import { CourtField } from '../shared/slots/court-field.tsx';
import { CourtSlotGrid, NoFreeSlots } from '../shared/slots/court-slot-grid.tsx';
import { DayField } from '../shared/slots/day-field.tsx';
import { SlotsFailedAlert } from '../shared/slots/slots-failed-alert.tsx';
import { StartList } from '../shared/slots/start-list.tsx';
import { type Availability, useAvailability } from '../shared/slots/use-availability.ts';
import { useCalendar, useDayPlan } from '../shared/use-calendar.ts';
import { useCourts } from '../shared/use-courts.ts';
import { useDaysAhead } from '../shared/use-days-ahead.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';

/** Moves a booking: shows days, courts, and the slots where its length fits. */
export default function RescheduleCard({
  booking,
  onDone,
}: {
  booking: Booking;
  onDone: (message: string) => void;
}) {
  const { courts } = useCourts();
  const [date, setDate] = useState(booking.date);
  const [courtId, setCourtId] = useState<number | null>(booking.court_id);
  const [slotIndexes, setSlotIndexes] = useState<readonly number[]>([]);
  const court = courts.find(({ id }) => id === courtId);
  const choose = (change: () => void) => {
    change();
    setSlotIndexes([]);
  };
  return (
    <>
      <p className="small">Free once, up to {RESCHEDULE_NOTICE_HOURS} hours before the start.</p>
      <DayField name="reschedule-date" date={date} onChoose={(day) => choose(() => setDate(day))} />
      <CourtField name="reschedule-court" courtId={courtId} onChoose={(id) => choose(() => setCourtId(id))} />
      {court && date && (
        <Target
          key={`${court.id} ${date}`}
          booking={booking}
          court={court}
          date={date}
          slotIndexes={slotIndexes}
          onDone={onDone}
          onSelect={setSlotIndexes}
          onChooseDate={(day) => choose(() => setDate(day))}
        />
      )}
    </>
  );
}

function Target({
  booking,
  court,
  date,
  slotIndexes,
  onSelect,
  onChooseDate,
  onDone,
}: {
  booking: Booking;
  court: Court;
  date: string;
  slotIndexes: readonly number[];
  onSelect: (slotIndexes: readonly number[]) => void;
  onChooseDate: (date: string) => void;
  onDone: (message: string) => void;
}) {
  const { club } = usePageData();
  const calendar = useCalendar();
  const plan = useDayPlan(date);
  const count = booking.slots.length;
  const isOneBlock = blocksOf(indexesOf(booking)).length === 1;
  const daysAhead = useDaysAhead();
  const availability = useSlotsForMove(booking, court, date);
  const { busy, error, run, clearError } = useAction('The connection was lost. Please try again.');
  const [serverPrice, setServerPrice] = useState<number | null>(null);
  const retryHeader = useIdempotencyKey();
  const summary = useRef<HTMLDivElement>(null);

  const select = (next: readonly number[]) => {
    clearError();
    setServerPrice(null);
    onSelect(next);
    requestAnimationFrame(() => summary.current?.scrollIntoView({ block: 'nearest' }));
  };

  const isHere = court.id === booking.court_id && date === booking.date;
  const ownStart = indexesOf(booking)[0];
  const starts = startsOf(availability.freeSlots, count).filter((start) => !isHere || start !== ownStart);
  const priceFrom = (indexes: readonly number[]) =>
    priceOf(indexes, courtRateOn(court, date), plan, booking.lines).total;
  const target = { court_id: court.id, date, slots: slotIndexes.map(startTimeOf) };
  const amount = serverPrice ?? priceFrom(slotIndexes);
  const isComplete = slotIndexes.length === count;
  const targetError = isComplete
    ? rescheduleTargetError(booking, target, {
        calendar,
        now: serverNow(),
        daysAhead: Math.max(daysAhead, daysAheadOf(club, booking.user_id !== null)),
      })
    : null;

  const reschedule = async () => {
    const body = { ...target, amount };
    await run(async () => {
      try {
        await callApi('POST /api/booking/:id/reschedule', {
          params: { id: booking.id },
          keyOf: booking.id,
          body,
          headers: retryHeader({ id: booking.id, version: booking.version, body }),
        });
      } catch (error) {
        const reason = error instanceof ApiError ? error.failure : null;
        if (reason?.reason === 'price_changed' && reason.amount !== undefined) setServerPrice(reason.amount);
        if (reason?.reason === 'slot_taken') onSelect([]);
        throw error;
      }
      onDone(`Your booking has a new time: ${describeTime(target)}.`);
      void invalidateQueries('GET /api/auth/bookings');
    });
    void reloadSlots();
    await reloadBooking();
  };

  return (
    <>
      {!isOneBlock && (
        <CourtSlotGrid
          court={court}
          date={date}
          availability={availability}
          slotIndexes={slotIndexes}
          onChooseDate={onChooseDate}
          onSelect={select}
          hint={`Choose ${count} slots, as many as before.`}
        />
      )}
      {isOneBlock && availability.state === 'failed' && <SlotsFailedAlert />}
      {isOneBlock && availability.state === 'ready' && starts.length === 0 && (
        <NoFreeSlots
          date={date}
          dayOver={isDayOver(plan, serverNow())}
          closed={availability.closed}
          onChooseDate={onChooseDate}
        />
      )}
      {isOneBlock && (
        <StartList
          court={court}
          date={date}
          starts={starts}
          count={count}
          state={availability.state}
          chosen={slotIndexes[0]}
          price={(start) => priceFrom(slotsFrom(start, count))}
          labelledBy="reschedule-title"
          opensEarlier={ownStart !== undefined && !isEvening(ownStart)}
          onChoose={(_, next) => select(next)}
        />
      )}
      <div ref={summary} className="manage-move">
        <div aria-live="polite">
          {isComplete && targetError && <p className="alert warning">{targetError}</p>}
          {isComplete && !targetError && (
            <Comparison booking={booking} court={court} amount={amount} target={target} />
          )}
        </div>
        <ErrorAlert text={error} />
        {isComplete && !targetError && (
          <button type="button" className="wide" disabled={busy} onClick={reschedule}>
            Move my booking
          </button>
        )}
      </div>
    </>
  );
}

/** The old and new time side by side, and the difference in money. */
function Comparison({
  booking,
  court,
  amount,
  target,
}: {
  booking: Booking;
  court: Court;
  amount: number;
  target: { date: string; slots: string[] };
}) {
  const difference = amount - booking.computed_amount;
  // What the host of a split booking owes afterwards is shown with the shares.
  const balance = booking.is_shared ? 0 : amount - booking.received;
  return (
    <div className="manage-compare">
      <h3>Now</h3>
      <TimeAndPrice {...booking} court={booking.court_name} amount={booking.computed_amount} />
      <h3>New</h3>
      <TimeAndPrice {...target} court={court.name} amount={amount} />
      <p className="manage-difference">
        <NoWrap>
          {difference === 0
            ? 'The price stays the same.'
            : `The new time costs ${formatPkr(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}.`}
        </NoWrap>{' '}
        {booking.received > 0 && balance > 0 && `You’ll then have ${formatPkr(balance)} to pay.`}
        {booking.received > 0 && balance < 0 && `We’ll then refund ${formatPkr(-balance)}.`}
      </p>
    </div>
  );
}

/** `Sat, Nov 21, 6 PM – 7 PM` for each block, `Court 1, PKR 5,000`. */
function TimeAndPrice(play: { date: string; slots: string[]; court: string; amount: number }) {
  return (
    <p>
      {playTimes(play).map(({ start, calendar_date, timeRange }) => (
        <strong key={start}>
          {nightOf(play.date, calendar_date)}, <span className="no-wrap">{timeRange}</span>
        </strong>
      ))}
      <span className="number">
        {shortCourtName(play.court)}, {formatPkr(play.amount)}
      </span>
    </p>
  );
}

/** A court's slots; the booking's own count as free. */
function useSlotsForMove(booking: Booking, court: Court, date: string): Availability {
  const availability = useAvailability(date, court.id);
  return useMemo(() => {
    const own = court.id === booking.court_id && date === booking.date ? indexesOf(booking) : [];
    const freeSlots = new Set([...availability.freeSlots, ...own]);
    const slots = availability.slots
      .filter(({ hour }) => freeSlots.has(hour))
      .map((slot) => ({ ...slot, available: true }));
    return { ...availability, slots, freeSlots };
  }, [availability, booking, court.id, date]);
}

function indexesOf({ slots }: Booking): number[] {
  return slots.map(slotIndexOf).filter((index) => index !== null);
}

/** `Saturday, November 21, 2026, 6 PM – 7 PM` */
function describeTime(booking: Pick<Booking, 'date' | 'slots'>): string {
  const times = playTimes(booking).map((play) => formatPlayTime(booking.date, play));
  return `${formatPlayDate(booking)}, ${times.join(' and ')}`;
}

import { useState } from 'react';
import type { RescheduleQuote } from '../../../src/domain/api/admin-booking-routes.ts';
import type { Booking } from '../../../src/domain/booking.ts';
import { courtRateOn } from '../../../src/domain/court.ts';
import { isOpen } from '../../../src/domain/day-plan.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { awaitsCardPayment } from '../../../src/domain/payment-instructions.ts';
import { priceOf } from '../../../src/domain/price.ts';
import {
  BUSINESS_DAY_SLOTS,
  endInstantOf,
  positionOf,
  slotIndexOf,
  startTimeOf,
  timeLabel,
} from '../../../src/domain/slot.ts';
import { callApi } from '../../lib/api.ts';
import { serverNow } from '../../lib/server-time.ts';
import { showToast } from '../../lib/toast.ts';
import { useDayPlan } from '../../shared/use-calendar.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Options } from '../../ui/field.tsx';
import { dayLabel, hoursOfSlots, timesLabel } from '../date-time-labels.ts';
import { DialogAction } from '../dialog-actions.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useQuote } from './use-quote.ts';

/** Moves a booking or adds 30 minutes; shows availability and price before saving. */
export function RescheduleDialog({
  booking: currentBooking,
  extend,
  onClose,
}: {
  booking: Booking;
  extend: boolean;
  onClose: () => void;
}) {
  // The dialog keeps the version it opened with; the server refuses the change if there is a newer one.
  const [booking] = useState(currentBooking);
  const [courtTime, setCourtTime] = useState<CourtTime>(() => ({
    court_id: booking.court_id,
    date: booking.date,
    slots: extend ? addSlot(booking.slots) : booking.slots,
  }));
  const { quote, error: quoteError } = useRescheduleQuote(booking.id, courtTime);
  const isUnchanged = JSON.stringify(courtTime) === JSON.stringify(courtTimeOf(booking));
  return (
    <Dialog title={extend ? 'Add 30 minutes' : `Move booking #${booking.id}`} onClose={onClose}>
      {!extend && <CourtTimeFields booking={booking} courtTime={courtTime} onChange={setCourtTime} />}
      <QuoteBox
        quote={isUnchanged ? null : quote}
        booking={booking}
        isUnchanged={isUnchanged}
        prefix={extend ? extensionLabel(booking.slots) : ''}
      />
      <DialogAction
        failure="The booking could not be moved."
        error={quoteError}
        label="Save"
        disabled={isUnchanged || !quote || quote.taken.length > 0}
        act={() =>
          callApi('PUT /api/admin/bookings/:id/slots', {
            params: { id: booking.id },
            body: { ...courtTime, version: booking.version, amount: quote?.to },
          })
        }
        onDone={() => {
          showToast(
            'success',
            extend ? 'Thirty minutes added' : 'Booking moved',
            `#${booking.id}: ${dayLabel({ date: courtTime.date, start_time: courtTime.slots[0] ?? '' })}, ${timesLabel(courtTime.slots)}`,
          );
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

function CourtTimeFields({
  booking,
  courtTime,
  onChange,
}: {
  booking: Booking;
  courtTime: CourtTime;
  onChange: (courtTime: CourtTime) => void;
}) {
  const { data } = useAdminQuery('GET /api/admin/day', { query: { date: courtTime.date } });
  const courts = data?.courts.map((at) => at.court) ?? [];
  const [now] = useState(serverNow);
  const positions = hoursOfSlots(booking.slots).map(positionOf);
  const first = positions[0] ?? 0;
  const plan = useDayPlan(courtTime.date);
  const slotsFrom = (start: number) =>
    positions.map((at) => BUSINESS_DAY_SLOTS[at - first + positionOf(start)] ?? -1);
  const starts = BUSINESS_DAY_SLOTS.filter(
    (slotIndex) =>
      startTimeOf(slotIndex) === courtTime.slots[0] ||
      slotsFrom(slotIndex).every((slot) => isOpen(plan, slot)),
  );
  const place =
    data?.date === courtTime.date
      ? data.courts.find(({ court }) => court.id === courtTime.court_id)
      : undefined;
  const others = [
    ...(place?.bookings.filter(({ id }) => id !== booking.id) ?? []),
    ...(place?.closures ?? []),
    ...(place?.sessions ?? []),
  ];
  const taken = new Set(others.flatMap(({ slots }) => hoursOfSlots(slots)));
  const isOwnTime = place?.court.id === booking.court_id && courtTime.date === booking.date;
  const own = new Set(isOwnTime ? hoursOfSlots(booking.slots) : []);
  /** Why the booking can't start there; null if it can. */
  const obstacleOf = (slots: readonly number[]): string | null => {
    if (slots.some((slot) => taken.has(slot))) return 'taken';
    return slots.some((slot) => !own.has(slot) && endInstantOf(courtTime.date, slot) <= now) ? 'over' : null;
  };
  const differenceAt = (slots: readonly number[]): string => {
    if (!place) return '';
    const keepsRate = place.court.id === booking.court_id;
    const rate = keepsRate ? booking : courtRateOn(place.court, courtTime.date);
    const difference = priceOf(slots, rate, plan, booking.lines).total - booking.computed_amount;
    if (difference === 0) return '';
    return `, ${formatPkr(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  };
  return (
    <div className="admin-form-row">
      <label>
        Court
        <select
          value={courtTime.court_id}
          onChange={(event) => onChange({ ...courtTime, court_id: Number(event.target.value) })}
        >
          {!courts.some((court) => court.id === courtTime.court_id) && (
            <option value={courtTime.court_id}>{booking.court_name}</option>
          )}
          <Options of={courts.map((court) => [court.id, court.name])} />
        </select>
      </label>
      <label>
        Date
        <DateInput date={courtTime.date} onDate={(date) => onChange({ ...courtTime, date })} />
      </label>
      <label>
        Start
        <select
          value={courtTime.slots[0]}
          onChange={(event) =>
            onChange({
              ...courtTime,
              slots: slotsFrom(slotIndexOf(event.target.value) ?? 0).map(startTimeOf),
            })
          }
        >
          {starts.map((slotIndex) => {
            const slots = slotsFrom(slotIndex);
            const obstacle = obstacleOf(slots);
            return (
              <option key={slotIndex} value={startTimeOf(slotIndex)} disabled={obstacle !== null}>
                {timesLabel(slots.map(startTimeOf))}
                {obstacle ? `, ${obstacle}` : differenceAt(slots)}
              </option>
            );
          })}
        </select>
      </label>
    </div>
  );
}

function QuoteBox({
  quote,
  booking,
  isUnchanged,
  prefix,
}: {
  quote: RescheduleQuote | null;
  booking: Booking;
  isUnchanged: boolean;
  /** Goes before the sentence about the price. */
  prefix: string;
}) {
  return (
    <div role="status" className="admin-quote">
      {isUnchanged && <p className="muted">Choose another court, date or time.</p>}
      {!isUnchanged && !quote && <p aria-busy="true">Checking …</p>}
      {quote && quote.taken.length > 0 && (
        <p className="alert warning">{timesLabel(quote.taken)} is taken. Please choose another time.</p>
      )}
      {quote && quote.taken.length === 0 && (
        <p className={`alert ${quote.difference === 0 ? 'success' : 'warning'}`}>
          <span>
            {prefix}
            {formatPkr(quote.from)} → <strong>{formatPkr(quote.to)}</strong>.{' '}
            {differenceLabel(quote.difference, booking.status)}
          </span>
          {quote.difference !== 0 && awaitsCardPayment(booking) && CARD_PAYMENT_WARNING}
        </p>
      )}
    </div>
  );
}

const CARD_PAYMENT_WARNING =
  ' The customer is paying the old price by card right now; the dashboard will show the difference.';

function differenceLabel(difference: number, status: Booking['status']): string {
  const amount = formatPkr(Math.abs(difference));
  if (difference === 0) return 'The price stays the same.';
  if (difference > 0) return status === 'paid' ? `Collect ${amount} more.` : `${amount} more to pay.`;
  return status === 'paid' ? `Refund ${amount}.` : `${amount} less to pay.`;
}

function courtTimeOf(booking: Booking): CourtTime {
  return { court_id: booking.court_id, date: booking.date, slots: booking.slots };
}

/** `Until 9:30 PM instead of 9 PM: ` */
function extensionLabel(slots: readonly string[]): string {
  const last = hoursOfSlots(slots).at(-1) ?? 0;
  return `Until ${timeLabel(last + 2)} instead of ${timeLabel(last + 1)}: `;
}

/** Adds a slot after the last one; the server refuses slots after closing time. */
function addSlot(slots: string[]): string[] {
  const last = hoursOfSlots(slots).at(-1) ?? 0;
  return [...slots, startTimeOf((last + 1) % 48)];
}

interface CourtTime {
  court_id: number;
  date: string;
  slots: string[];
}

/** The price and availability of moving booking `id` to `courtTime`; null until the server has answered. */
function useRescheduleQuote(id: number, courtTime: CourtTime) {
  const { quote, error, isCurrent } = useQuote({ id, courtTime }, async ({ id, courtTime }, signal) => {
    const route = 'POST /api/admin/bookings/:id/quote';
    return (await callApi(route, { params: { id }, body: courtTime, signal })).data;
  });
  return isCurrent ? { quote, error } : { quote: null, error: null };
}

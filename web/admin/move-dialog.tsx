import { useState } from 'react';
import { toast } from 'sonner';
import type { AdminDaySchedule, RescheduleQuote } from '../../src/domain/admin-api.ts';
import type { Booking } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/money.ts';
import { awaitsCardPayment } from '../../src/domain/payment.ts';
import { PLAYING_ORDER, positionOf, startTimeOf, timeLabel } from '../../src/domain/slot.ts';
import { call } from '../lib/api.ts';
import { invalidate } from '../lib/query.ts';
import { useAction, useDesk } from './desk-query.tsx';
import { Dialog } from './dialog.tsx';
import { type Place, useQuote } from './use-quote.ts';
import { dayLabel, hoursOf, timesLabel } from './words.tsx';

/** Another court, day or time, or half an hour more: checked and priced before anything is saved. */
export function MoveDialog({
  booking: shown,
  extend,
  onClose,
}: {
  booking: Booking;
  extend: boolean;
  onClose: () => void;
}) {
  // What was seen when the dialog opened is what is decided upon: a newer version is the server's to refuse.
  const [booking] = useState(shown);
  const [place, setPlace] = useState<Place>(() => ({
    court_id: booking.court_id,
    date: booking.date,
    slots: extend ? longer(booking.slots) : booking.slots,
  }));
  const { quote, error: refused } = useQuote(booking.id, place);
  const { busy, error, run } = useAction('The booking could not be moved.');
  const same = JSON.stringify(place) === JSON.stringify(placeOf(booking));
  const save = async () => {
    const saved = await run(async () => {
      const body = { ...place, version: booking.version, amount: quote?.to };
      await call('PUT', `/api/admin/bookings/${booking.id}/slots`, { body });
      return true;
    });
    // The next dialog must open on the booking as it is now.
    await invalidate('/api/admin');
    if (!saved) return;
    toast.success(extend ? 'Thirty minutes added' : 'Booking moved', {
      description: `#${booking.id}: ${dayLabel({ date: place.date, start_time: place.slots[0] ?? '' })}, ${timesLabel(place.slots)}`,
    });
    onClose();
  };
  return (
    <Dialog title={extend ? 'Add 30 minutes' : `Move booking #${booking.id}`} onClose={onClose}>
      {extend ? (
        <p>
          {timesLabel(booking.slots)} becomes <strong>{timesLabel(place.slots)}</strong>.
        </p>
      ) : (
        <PlaceFields booking={booking} place={place} onChange={setPlace} />
      )}
      <QuoteBox quote={same ? null : quote} booking={booking} same={same} />
      {(refused || error) && (
        <p className="notice danger" role="alert">
          {error ?? refused}
        </p>
      )}
      <div className="desk-dialog-foot">
        <button type="button" className="ghost" onClick={onClose}>
          Leave it
        </button>
        <button
          type="button"
          aria-busy={busy}
          disabled={same || !quote || quote.taken.length > 0}
          onClick={() => void save()}
        >
          Save
        </button>
      </div>
    </Dialog>
  );
}

function PlaceFields({
  booking,
  place,
  onChange,
}: {
  booking: Booking;
  place: Place;
  onChange: (place: Place) => void;
}) {
  const { data } = useDesk<AdminDaySchedule>(`/api/admin/day?date=${place.date}`);
  const courts = data?.courts.map((at) => at.court) ?? [];
  const shape = hoursOf(booking.slots).map(positionOf);
  const first = shape[0] ?? 0;
  const span = (shape.at(-1) ?? 0) - first;
  const starts = PLAYING_ORDER.slice(0, PLAYING_ORDER.length - span);
  const shifted = (start: number) => shape.map((at) => startTimeOf(PLAYING_ORDER[at - first + start] ?? 0));
  return (
    <div className="desk-form-row">
      <label>
        Court
        <select
          value={place.court_id}
          onChange={(event) => onChange({ ...place, court_id: Number(event.target.value) })}
        >
          {!courts.some((court) => court.id === place.court_id) && (
            <option value={place.court_id}>{booking.court_name}</option>
          )}
          {courts.map((court) => (
            <option key={court.id} value={court.id}>
              {court.name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Date
        <input
          type="date"
          value={place.date}
          onChange={(event) => event.target.value && onChange({ ...place, date: event.target.value })}
        />
      </label>
      <label>
        Start
        <select
          value={place.slots[0]}
          onChange={(event) =>
            onChange({
              ...place,
              slots: shifted(starts.findIndex((hour) => startTimeOf(hour) === event.target.value)),
            })
          }
        >
          {starts.map((hour) => (
            <option key={hour} value={startTimeOf(hour)}>
              {timeLabel(hour)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function QuoteBox({
  quote,
  booking,
  same,
}: {
  quote: RescheduleQuote | null;
  booking: Booking;
  same: boolean;
}) {
  return (
    <div role="status" className="desk-quote">
      {same && <p className="muted">Choose another court, date or time.</p>}
      {!same && !quote && <p aria-busy="true">Checking …</p>}
      {quote && quote.taken.length > 0 && (
        <p className="notice warning">{timesLabel(quote.taken)} is taken. Please choose another time.</p>
      )}
      {quote && quote.taken.length === 0 && (
        <p className={`notice ${quote.difference === 0 ? 'success' : 'warning'}`}>
          {formatPkr(quote.from)} → <strong>{formatPkr(quote.to)}</strong>.{' '}
          {differenceLabel(quote.difference, booking.status)}
          {quote.difference !== 0 && awaitsCardPayment(booking) && PAYING}
        </p>
      )}
    </div>
  );
}

const PAYING = ' The customer is paying the old price by card right now; you are told what is missing.';

function differenceLabel(difference: number, status: Booking['status']): string {
  const amount = formatPkr(Math.abs(difference));
  if (difference === 0) return 'The price stays the same.';
  if (difference > 0) return status === 'paid' ? `Collect ${amount} more.` : `${amount} more to pay.`;
  return status === 'paid' ? `Give ${amount} back.` : `${amount} less to pay.`;
}

function placeOf(booking: Booking): Place {
  return { court_id: booking.court_id, date: booking.date, slots: booking.slots };
}

/** The half-hours with one more after the last; the server refuses what is past closing time. */
function longer(slots: string[]): string[] {
  const last = hoursOf(slots).at(-1) ?? 0;
  return [...slots, startTimeOf((last + 1) % 48)];
}

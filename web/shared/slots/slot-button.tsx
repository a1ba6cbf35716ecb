import { memo } from 'react';
import type { Slot } from '../../../src/domain/api/court-answers.ts';
import { type Court, courtRateOn, shortCourtName } from '../../../src/domain/court.ts';
import type { DayPlan } from '../../../src/domain/day-plan.ts';
import { longDate } from '../../../src/domain/format-date.ts';
import { withCommas } from '../../../src/domain/format-money.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { priceOf } from '../../../src/domain/price.ts';
import { timeLabel } from '../../../src/domain/slot.ts';

const UNAVAILABLE_LABELS: Partial<Record<SlotState, string>> = { past: 'Past', booked: 'Booked' };

/** Held for a customer on the waiting list; the time is club time. */
const offeredLabel = (until: string) => `Offered until ${formatPayBy(until, Date.parse(until))}`;

/**
 * One slot. Free, chosen, booked and past differ in shape and text, not just colour. Its accessible name is its text,
 * plus what sighted visitors can see in the grid around it.
 */
export const SlotButton = memo(function SlotButton({
  slot,
  state,
  court,
  plan,
  tabIndex,
  rovingKey,
}: {
  slot: Slot;
  state: SlotState;
  court: Court;
  plan: DayPlan;
  tabIndex: number;
  rovingKey: string;
}) {
  const selectable = state === 'free' || state === 'chosen';
  const price = slotPrice(slot.hour, court, plan);
  return (
    <button
      type="button"
      className="slot"
      data-state={state}
      data-roving-key={rovingKey}
      data-hour={slot.hour}
      tabIndex={tabIndex}
      disabled={!selectable}
      aria-pressed={selectable ? state === 'chosen' : undefined}
    >
      <span className="slot-time" translate="no">
        {timeLabel(slot.hour)}
      </span>
      <span className="visually-hidden">{` – ${timeLabel(slot.hour + 1)}, ${selectable ? `${state}, PKR ` : ''}`}</span>
      <span className="slot-note">
        {state === 'offered'
          ? offeredLabel(slot.offered_until ?? '')
          : (UNAVAILABLE_LABELS[state] ?? withCommas(price))}
      </span>
      <span className="visually-hidden">{`${selectable ? '' : `, PKR ${withCommas(price)}`}, ${shortCourtName(court.name)}, ${longDate(slot.calendar_date)}`}</span>
    </button>
  );
});

type SlotState = 'free' | 'chosen' | 'offered' | 'booked' | 'past';

export function getSlotState(slot: Slot, chosen: boolean): SlotState {
  if (slot.isPast) return 'past';
  if (!slot.available) return slot.offered_until ? 'offered' : 'booked';
  return chosen ? 'chosen' : 'free';
}

/** PKR for one slot of a booking that starts here. */
function slotPrice(slotIndex: number, court: Court, plan: DayPlan): number {
  return priceOf([slotIndex], courtRateOn(court, plan.date), plan).total;
}

import { memo } from 'react';
import type { Court } from '../../src/domain/court.ts';
import { type Slot, timeLabel } from '../../src/domain/slot.ts';
import { halfHourPrice, type SlotState, slotName } from './words.ts';

const amount = new Intl.NumberFormat('en-US');

/** One half-hour. Free, chosen, booked and past differ in shape and words, not in colour alone. */
export const SlotButton = memo(function SlotButton({
  slot,
  state,
  court,
  tabIndex,
  rove,
}: {
  slot: Slot;
  state: SlotState | 'loading';
  court: Court;
  tabIndex: number;
  rove: string;
}) {
  const open = state === 'free' || state === 'chosen';
  const price = halfHourPrice(slot.hour, court);
  const full = (court.hourly_rate * 30) / 60;
  return (
    <button
      type="button"
      className="slot"
      data-state={state}
      data-rove={rove}
      data-hour={slot.hour}
      tabIndex={tabIndex}
      disabled={!open}
      aria-pressed={open ? state === 'chosen' : undefined}
      aria-label={state === 'loading' ? undefined : slotName(slot, state, court)}
    >
      <span className="slot-time">{timeLabel(slot.hour)}</span>
      <span className="slot-note" data-reduced={open && price < full ? '' : undefined}>
        {state === 'past' && 'Past'}
        {state === 'booked' && 'Booked'}
        {state === 'chosen' && '✓ Chosen'}
        {state === 'free' && amount.format(price)}
        {state === 'loading' && '…'}
      </span>
    </button>
  );
});

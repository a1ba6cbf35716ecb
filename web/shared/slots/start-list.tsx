import { Fragment, memo, type ReactNode, useState } from 'react';
import { type Court, shortCourtName } from '../../../src/domain/court.ts';
import { longDate, shortDate } from '../../../src/domain/format-date.ts';
import { withCommas } from '../../../src/domain/format-money.ts';
import { isEvening } from '../../../src/domain/part-of-day.ts';
import {
  calendarDateOf,
  inPlayingOrder,
  isAfterMidnight,
  slotsFrom,
  timeLabel,
} from '../../../src/domain/slot.ts';
import { useRovingFocus } from '../../lib/use-roving-focus.ts';
import type { Availability } from './use-availability.ts';

/** Called with the slots of the pressed start, or with none if it was already chosen. */
type ChooseStart = (courtId: number, slotIndexes: readonly number[]) => void;

/** A court's free starts with the price of the whole play: the evening first, the others folded. */
export function StartList({
  court,
  date,
  starts,
  count,
  state,
  chosen,
  price,
  labelledBy,
  opensEarlier = false,
  taken = [],
  renderTaken,
  onChoose,
  children,
}: {
  court: Court;
  date: string;
  starts: readonly number[];
  /** The number of slots to play. */
  count: number;
  state: Availability['state'];
  chosen: number | undefined;
  /** The price in PKR when starting at a slot. */
  price: (start: number) => number;
  labelledBy: string;
  opensEarlier?: boolean;
  /** Slots of others, greyed in their places among the starts. */
  taken?: readonly number[];
  renderTaken?: (slotIndex: number) => ReactNode;
  onChoose: ChooseStart;
  /** Next to the button that shows earlier starts. */
  children?: ReactNode;
}) {
  const [earlierShown, setEarlierShown] = useState(opensEarlier);
  const evening = starts.filter(isEvening);
  const earlier = starts.filter((start) => !isEvening(start));
  const isEarlierShown = earlierShown || evening.length === 0;
  const shownGroups = [evening, isEarlierShown ? earlier : []].filter((group) => group.length > 0);
  const keys = shownGroups.flat().map(String);
  const roving = useRovingFocus(keys, chosen === undefined ? keys[0] : String(chosen));
  return (
    <>
      <div
        className="starts"
        role="group"
        aria-labelledby={labelledBy}
        aria-busy={state === 'loading'}
        data-loading={state === 'loading' ? '' : undefined}
        {...roving.events}
      >
        {shownGroups.map((group) => {
          const isOfEvening = group === evening;
          const among = taken.filter((slotIndex) => isEvening(slotIndex) === isOfEvening);
          return inPlayingOrder([...group, ...among]).map((slotIndex, at, all) => {
            const heading = headingOf(date, slotIndex, all[at - 1]);
            return (
              <Fragment key={slotIndex}>
                {heading && <p className="starts-heading">{heading}</p>}
                {among.includes(slotIndex) ? (
                  renderTaken?.(slotIndex)
                ) : (
                  <StartButton
                    start={slotIndex}
                    label={`until ${timeLabel(slotIndex + count)}, ${shortCourtName(court.name)}, ${longDate(calendarDateOf(date, slotIndex))}`}
                    price={withCommas(price(slotIndex))}
                    isChosen={slotIndex === chosen}
                    tabIndex={roving.tabIndexOf(String(slotIndex))}
                    courtId={court.id}
                    count={count}
                    onChoose={onChoose}
                  />
                )}
              </Fragment>
            );
          });
        })}
      </div>
      {state === 'ready' && (
        <div className="starts-more">
          {earlier.length > 0 && evening.length > 0 && (
            <button
              type="button"
              className="quiet"
              aria-expanded={earlierShown}
              onClick={() => setEarlierShown(!earlierShown)}
            >
              Before 6 PM ({earlier.length})
            </button>
          )}
          {children}
        </div>
      )}
    </>
  );
}

/** A heading for the first start on the next calendar date, and for those before the evening. */
function headingOf(date: string, start: number, previous: number | undefined): string {
  if (isAfterMidnight(start) && (previous === undefined || !isAfterMidnight(previous)))
    return shortDate(calendarDateOf(date, start));
  return previous === undefined && !isEvening(start) ? 'Before 6 PM' : '';
}

/** A start with the price of the whole play. Pressing again takes the choice back. */
const StartButton = memo(function StartButton({
  start,
  label,
  price,
  isChosen,
  tabIndex,
  courtId,
  count,
  onChoose,
}: {
  start: number;
  /** For screen readers: the end, the court and the date. */
  label: string;
  price: string;
  isChosen: boolean;
  tabIndex: number;
  courtId: number;
  count: number;
  onChoose: ChooseStart;
}) {
  const time = timeLabel(start);
  return (
    <button
      type="button"
      className="slot"
      data-state={isChosen ? 'chosen' : 'free'}
      data-start={start}
      data-roving-key={start}
      tabIndex={tabIndex}
      aria-pressed={isChosen}
      aria-label={`${time} ${price} PKR, ${label}, ${isChosen ? 'chosen' : 'free'}`}
      onClick={() => onChoose(courtId, isChosen ? [] : slotsFrom(start, count))}
    >
      <span className="slot-time" translate="no">
        {time}
      </span>{' '}
      <span className="slot-note" translate="no">
        {price}
      </span>
    </button>
  );
});

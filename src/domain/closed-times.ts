/** What the reception has closed, for visitors. */
import { blockLabel, blocksOf, endInstantOf, slotIndexOf } from './slot.ts';

/** A closure of some slots of one court's business day. */
export interface ClosedTime {
  /** `HH:MM` */
  slots: readonly string[];
  reason: string;
}

/**
 * `Closed 6 PM – 4 AM: Rain.`; null if nothing that is closed is still to come. A booking that goes ahead inside a
 * closure doesn't split the time, because nobody else can play then either.
 */
export function closedTimesOf(
  date: string,
  closures: readonly ClosedTime[],
  taken: ReadonlySet<number>,
  now: number,
): string | null {
  const isComing = (slot: number) => endInstantOf(date, slot) > now;
  const timesByReason = Map.groupBy(closures, closedReasonOf)
    .entries()
    .map(([reason, ofReason]) => {
      const closed = new Set(ofReason.flatMap(closedSlotsOf).filter(isComing));
      const times = blocksOf([...taken].filter(isComing)).flatMap(({ slotIndexes }) => {
        const [first, last] = [
          slotIndexes.find((slot) => closed.has(slot)),
          slotIndexes.findLast((slot) => closed.has(slot)),
        ];
        return first === undefined || last === undefined ? [] : blockLabel({ first, last });
      });
      return times.length > 0 ? `Closed ${times.join(' and ')}: ${reason}.` : '';
    });
  return [...timesByReason].filter(Boolean).join(' ') || null;
}

export function closedSlotsOf({ slots }: ClosedTime): number[] {
  return slots.flatMap((slot) => slotIndexOf(slot) ?? []);
}

/** Without the full stop that a sentence adds. */
export function closedReasonOf({ reason }: Pick<ClosedTime, 'reason'>): string {
  return reason.replace(/[.\s]+$/, '');
}

import { isAfterMidnight, PLAYING_ORDER } from './slot.ts';

/** The parts in which people speak of a business day, in playing order. */
export const PARTS_OF_DAY = [
  { id: 'morning', label: 'Morning', from: 14, until: 24 },
  { id: 'afternoon', label: 'Afternoon', from: 24, until: 36 },
  { id: 'evening', label: 'Evening', from: 36, until: 48 },
  { id: 'late-night', label: 'Late night', from: 0, until: 8 },
] as const;

export type PartOfDay = (typeof PARTS_OF_DAY)[number];

/** The half-hours of a part, in playing order. */
export function slotIndexesOfPart(part: PartOfDay): number[] {
  return PLAYING_ORDER.filter((slotIndex) => slotIndex >= part.from && slotIndex < part.until);
}

/** True for the part that is played on the calendar date after the business day. */
export function isOnNextCalendarDate(part: PartOfDay): boolean {
  return isAfterMidnight(part.from);
}

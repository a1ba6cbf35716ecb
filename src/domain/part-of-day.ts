import { BUSINESS_DAY_SLOTS, isAfterMidnight, positionOf } from './slot.ts';

/** In playing order; `from` and `until` are slot indexes. */
export const PARTS_OF_DAY = [
  { id: 'morning', label: 'Morning', from: 12, until: 24 },
  { id: 'afternoon', label: 'Afternoon', from: 24, until: 36 },
  { id: 'evening', label: 'Evening', from: 36, until: 48 },
  { id: 'late-night', label: 'Late night', from: 0, until: 12 },
] as const;

export type PartOfDay = (typeof PARTS_OF_DAY)[number];

/** In playing order. */
export function slotIndexesOfPart(part: PartOfDay): number[] {
  return BUSINESS_DAY_SLOTS.filter((slotIndex) => slotIndex >= part.from && slotIndex < part.until);
}

/** True for parts after midnight. */
export function isOnNextCalendarDate(part: PartOfDay): boolean {
  return isAfterMidnight(part.from);
}

/** True from 6 PM to the end of the business day, when most customers play. */
export function isEvening(slotIndex: number): boolean {
  return positionOf(slotIndex) >= positionOf(36);
}

import { isDate } from './business-day.ts';
import { blocksOf, consecutiveSlotIndexes, MINIMUM_SLOTS, startTimeOf } from './slot.ts';

/** A court and time that somebody wants every week, without a pause, from `date` on. */
export interface RegularSlot {
  court_id: number;
  date: string;
  /** Start times in playing order. */
  slots: string[];
}

/** Where a member asks for a regular slot, filled in with what is chosen if that can be repeated. */
export function regularSlotPath(chosen?: {
  courtId: number | null;
  date: string;
  slotIndexes: readonly number[];
}): string {
  const path = '/account?tab=bookings&weekly=1';
  const [block, ...others] = blocksOf(chosen?.slotIndexes ?? []);
  if (!chosen?.courtId || !block || others.length > 0 || block.slotIndexes.length < MINIMUM_SLOTS)
    return path;
  return `${path}&court=${chosen.courtId}&date=${chosen.date}&time=${startTimeOf(block.first)}&slots=${block.slotIndexes.length}`;
}

/** What the address of that page has been filled in with; null if with nothing that can be asked for. */
export function parseRegularSlot(query: Record<string, string>): RegularSlot | null {
  const { weekly, court = '', date = '', time = '', slots } = query;
  const slotIndexes = consecutiveSlotIndexes(time, Number(slots)) ?? [];
  const isComplete = weekly === '1' && /^\d{1,9}$/.test(court) && isDate(date);
  if (!isComplete || slotIndexes.length < MINIMUM_SLOTS) return null;
  return { court_id: Number(court), date, slots: slotIndexes.map(startTimeOf) };
}

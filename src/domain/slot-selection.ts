import {
  BUSINESS_DAY_SLOTS,
  blocksOf,
  inPlayingOrder,
  MINIMUM_SLOTS,
  positionOf,
  timeLabel,
} from './slot.ts';

// Rules for selecting slots. Selections are slot indexes in playing order; `free` holds the free ones.

export function toggleSlot(slotIndexes: readonly number[], slotIndex: number): number[] {
  return slotIndexes.includes(slotIndex)
    ? slotIndexes.filter((other) => other !== slotIndex)
    : inPlayingOrder([...slotIndexes, slotIndex]);
}

/** The slots from `from` towards `to`, both inclusive, stopping before the first that is taken. */
export function selectRange(from: number, to: number, free: ReadonlySet<number>): number[] {
  const step = positionOf(to) < positionOf(from) ? -1 : 1;
  const run: number[] = [];
  for (let position = positionOf(from); ; position += step) {
    const slotIndex = BUSINESS_DAY_SLOTS[position];
    if (slotIndex === undefined || !free.has(slotIndex)) break;
    run.push(slotIndex);
    if (slotIndex === to) break;
  }
  return inPlayingOrder(run);
}

/** A selected slot without a selected neighbour, and the free neighbours that would make it an hour. */
export interface LoneSlot {
  slotIndex: number;
  neighbours: number[];
}

export function listLoneSlots(slotIndexes: readonly number[], free: ReadonlySet<number>): LoneSlot[] {
  return blocksOf(slotIndexes)
    .filter((block) => block.slotIndexes.length < MINIMUM_SLOTS)
    .map(({ first }) => ({
      slotIndex: first,
      neighbours: [1, -1]
        .map((step) => BUSINESS_DAY_SLOTS[positionOf(first) + step])
        .filter((slotIndex) => slotIndex !== undefined)
        .filter((slotIndex) => free.has(slotIndex)),
    }));
}

/** `6:30 PM alone is half an hour. Add 7 PM or 6 PM to make it one hour.` */
export function loneSlotHint({ slotIndex, neighbours }: LoneSlot): string {
  const alone = `${timeLabel(slotIndex)} alone is half an hour`;
  if (neighbours.length === 0)
    return `${alone} and both its neighbours are taken. Please choose another time.`;
  return `${alone}. Add ${neighbours.map(timeLabel).join(' or ')} to make it one hour.`;
}

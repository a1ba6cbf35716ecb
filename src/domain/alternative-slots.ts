import { BUSINESS_DAY_SLOTS, blocksOf, inPlayingOrder, positionOf } from './slot.ts';

/** The same selection shifted to free times, nearest first, at most `limit` of them. */
export function listNearestFree(
  slotIndexes: readonly number[],
  free: ReadonlySet<number>,
  limit: number,
): number[][] {
  const found: number[][] = [];
  const distances = BUSINESS_DAY_SLOTS.flatMap((_, step) => (step === 0 ? [0] : [step, -step]));
  for (const distance of distances) {
    if (found.length === limit) break;
    const shifted = slotIndexes.map(
      (slotIndex) => BUSINESS_DAY_SLOTS[positionOf(slotIndex) + distance] ?? -1,
    );
    if (shifted.every((slotIndex) => free.has(slotIndex))) found.push(shifted);
  }
  return found;
}

/** Free alternatives to a selection, nearest first: free blocks stay, and the others move together. */
export function listAlternatives(
  slotIndexes: readonly number[],
  free: ReadonlySet<number>,
  limit: number,
): number[][] {
  const kept = blocksOf(slotIndexes)
    .filter((block) => block.slotIndexes.every((slotIndex) => free.has(slotIndex)))
    .flatMap((block) => block.slotIndexes);
  const moved = slotIndexes.filter((slotIndex) => !kept.includes(slotIndex));
  if (moved.length === 0) return [kept];
  const open = new Set([...free].filter((slotIndex) => !kept.includes(slotIndex)));
  return listNearestFree(moved, open, limit).map((found) => inPlayingOrder([...kept, ...found]));
}

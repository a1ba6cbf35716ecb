import { expect } from 'bun:test';
import { OFFER_NOTICE_MINUTES } from '../../src/domain/waitlist.ts';
import { startOf } from './club-model.ts';
import type { ModelWorld } from './model-step-type-and-random-inputs.ts';

const MINUTE_MS = 60_000;

export interface ModelEntry {
  id: number;
  /** The waiting customer; one person has one offer at a time. */
  person: string;
  date: string;
  /** Null for any court. */
  court: number | null;
  /** The slots between which the block lies, and its length. */
  window: readonly number[];
  length: number;
  isOpen: boolean;
  /** What it was offered before. */
  offered: { court: number; slotIndexes: readonly number[] }[];
  /** Of these, what the customer let pass: no entry of the person gets it again. */
  passed: { court: number; slotIndexes: readonly number[] }[];
}

export interface ModelOffer {
  id: number;
  entry: ModelEntry;
  court: number;
  date: string;
  slotIndexes: readonly number[];
  expiresAt: number;
}

interface OfferRow {
  id: number;
  waitlist_entry_id: number;
  court_id: number;
  date: string;
  from_position: number;
  slots: number;
  expires_at: number;
}

/** From midnight to 9 AM the server offers no play in the evening, and the model has no other. */
function isNight(now: number): boolean {
  return new Date(now + 5 * 60 * MINUTE_MS).getUTCHours() < 9;
}

/** The slots of `count` playing positions from `first` on. */
const slotsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => (first + index + 12) % 48);

/** The blocks of a waitlist entry that are neither taken nor past. */
export function freeBlocks(
  { model }: ModelWorld,
  entry: Pick<ModelEntry, 'window' | 'length' | 'court' | 'date'>,
  earliest: number,
): { court: number; slotIndexes: readonly number[] }[] {
  const courts = entry.court === null ? [1, 2] : [entry.court];
  return courts.flatMap((court) => {
    const taken = model.takenSlotIndexes(court, entry.date);
    return entry.window
      .map((_, at) => entry.window.slice(at, at + entry.length))
      .filter((slotIndexes) => slotIndexes.length === entry.length)
      .filter((slotIndexes) =>
        slotIndexes.every((slotIndex) => !taken.has(slotIndex) && startOf(entry.date, slotIndex) >= earliest),
      )
      .map((slotIndexes) => ({ court, slotIndexes }));
  });
}

/**
 * Lets the club do what is due, takes over which offers it made, and fails when one breaks a rule or when a waitlist entry that
 * fits what is free has none.
 */
export async function adoptOffers(world: ModelWorld, step: string): Promise<void> {
  const { club, model, dates } = world;
  await club.schedule.runNow('release unpaid bookings');
  const { now } = club.clock;
  const rows = club.rows<OfferRow>(
    `SELECT * FROM offer WHERE state = 'open' AND date IN ('${dates.join("', '")}') ORDER BY id`,
  );
  const known = new Map(model.offers);
  model.offers.clear();
  for (const row of rows) {
    const slotIndexes = slotsFrom(row.from_position, row.slots);
    const before = known.get(row.id);
    if (before) {
      expect([step, before.expiresAt > now]).toEqual([step, true]);
      model.offers.set(row.id, before);
      continue;
    }
    const entry = model.entries.get(row.waitlist_entry_id);
    const faults: string[] = [];
    if (!entry?.isOpen) faults.push('no open entry');
    else {
      const { court_id: court, date } = row;
      if (entry.date !== date || (entry.court !== null && entry.court !== court))
        faults.push('another place');
      if (
        slotIndexes.length !== entry.length ||
        slotIndexes.some((slotIndex) => !entry.window.includes(slotIndex))
      )
        faults.push('another time');
      const taken = model.takenSlotIndexes(court, date);
      if (slotIndexes.some((slotIndex) => taken.has(slotIndex))) faults.push('slots are taken');
      if (startOf(date, slotIndexes[0] ?? 0) < now + OFFER_NOTICE_MINUTES * MINUTE_MS)
        faults.push('too late');
      if (isNight(now)) faults.push('at night');
      const wait = row.expires_at - now;
      if (wait < 15 * MINUTE_MS || wait > 16 * MINUTE_MS) faults.push(`held for ${wait} ms`);
      if ([...model.offers.values()].some((offer) => offer.entry.person === entry.person))
        faults.push('a second offer of a person');
      if (refusedBy(world, entry).some((refused) => meets(refused, { court, slotIndexes })))
        faults.push('offered before');
      entry.offered.push({ court, slotIndexes });
      model.offers.set(row.id, { id: row.id, entry, court, date, slotIndexes, expiresAt: row.expires_at });
    }
    expect({ step, offer: row, faults }).toEqual({ step, offer: row, faults: [] });
  }
  for (const [id, { entry, expiresAt, court, slotIndexes }] of known) {
    if (!model.offers.has(id) && expiresAt <= now) entry.passed.push({ court, slotIndexes });
    // A waitlist entry that let three offers pass ends.
    if (!model.offers.has(id) && entry.offered.length >= 3) entry.isOpen = false;
  }
  expect({ step, forgotten: findForgotten(world) }).toEqual({ step, forgotten: [] });
}

function meets(
  one: { court: number; slotIndexes: readonly number[] },
  other: { court: number; slotIndexes: readonly number[] },
): boolean {
  return (
    one.court === other.court && one.slotIndexes.some((slotIndex) => other.slotIndexes.includes(slotIndex))
  );
}

/** What is not offered for an entry: what it was offered before, and what its person let pass on the day. */
function refusedBy({ model }: ModelWorld, entry: ModelEntry): ModelEntry['offered'] {
  const others = [...model.entries.values()].filter(
    ({ person, date }) => person === entry.person && date === entry.date,
  );
  return [...entry.offered, ...others.flatMap(({ passed }) => passed)];
}

/** Open entries that fit what is free, whose person has no offer. */
function findForgotten(world: ModelWorld): ModelEntry[] {
  const { club, model } = world;
  if (isNight(club.clock.now)) return [];
  const busy = new Set([...model.offers.values()].map(({ entry }) => entry.person));
  const earliest = club.clock.now + OFFER_NOTICE_MINUTES * MINUTE_MS;
  return [...model.entries.values()].filter(
    (entry) =>
      entry.isOpen &&
      !busy.has(entry.person) &&
      freeBlocks(world, entry, earliest).some(
        (block) => !refusedBy(world, entry).some((refused) => meets(refused, block)),
      ),
  );
}

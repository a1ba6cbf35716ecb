import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { startInstantOf } from '../../src/domain/slot.ts';
import { durationLabel, waitlistLabel } from '../../src/domain/waitlist.ts';
import {
  bookableRuns,
  findBlock,
  offerableRuns,
  parseWantedTime,
  startTimeOfPosition,
} from '../../src/domain/waitlist-matching.ts';
import { DEFAULT_PLAN } from '../support/default-day-plan.ts';

const MINUTE = 60_000;
const none = new Set<number>();
const range = fc
  .tuple(fc.nat(48), fc.nat(48))
  .map(([one, other]) => ({ from: Math.min(one, other), until: Math.max(one, other) }));

test('the block for an entry is the earliest that is free, wanted and not offered before', () => {
  fc.assert(
    fc.property(
      range,
      fc.integer({ min: 1, max: 8 }),
      fc.array(range, { maxLength: 4 }),
      fc.array(range, { maxLength: 2 }),
      (wanted, slots, free, passed) => {
        // Runs are in order and do not touch.
        const isFree = (at: number) => free.some(({ from, until }) => from <= at && at < until);
        const runs: { from: number; until: number }[] = [];
        for (let at = 0; at < 48; at += 1) {
          if (!isFree(at)) continue;
          const last = runs.at(-1);
          if (last?.until === at) last.until = at + 1;
          else runs.push({ from: at, until: at + 1 });
        }
        const blocks = Array.from({ length: 48 }, (_, first) =>
          Array.from({ length: slots }, (_unused, index) => first + index),
        );
        const [fitting] = blocks.filter((block) =>
          block.every(
            (at) =>
              isFree(at) &&
              wanted.from <= at &&
              at < wanted.until &&
              !passed.some(({ from, until }) => from <= at && at < until),
          ),
        );
        expect(findBlock({ ...wanted, slots }, runs, passed)).toBe(fitting?.[0] ?? null);
      },
    ),
  );
});

test('a slot is booked until it begins and offered until 45 minutes before', () => {
  const start = startInstantOf(DEFAULT_PLAN.date, 36);
  const first = (runs: { from: number }[]) => runs[0]?.from;
  const at18 = 24;
  expect([start - 1, start].map((now) => first(bookableRuns(DEFAULT_PLAN, none, now)))).toEqual([
    at18,
    at18 + 1,
  ]);
  const notice = start - 45 * MINUTE;
  expect([notice, notice + 1].map((now) => first(offerableRuns(DEFAULT_PLAN, none, now)))).toEqual([
    at18,
    at18 + 1,
  ]);
  expect(bookableRuns(DEFAULT_PLAN, new Set([37]), start - 1).slice(0, 2)).toEqual([
    { from: at18, until: at18 + 1 },
    { from: at18 + 2, until: 44 },
  ]);
});

test('what is waited for lies in the opening hours and is long enough', () => {
  const parse = (from: string, until: string, duration: number) => {
    const parsed = parseWantedTime({ from, until, duration }, DEFAULT_PLAN);
    return 'fields' in parsed ? Object.keys(parsed.fields) : parsed.time;
  };
  expect(parse('18:00', '19:00', 60)).toEqual({ from: 24, until: 26, slots: 2 });
  expect(parse('18:00', '19:00', 90)).toEqual(['until']);
  expect(parse('18:00', '06:00', 60)).toEqual({ from: 24, until: 48, slots: 2 });
  expect(parse('03:00', '04:00', 60)).toEqual({ from: 42, until: 44, slots: 2 });
  expect(parse('03:30', '05:00', 60)).toEqual(['from']);
  expect(parse('18:10', '19:00', 60)).toEqual(['from']);
  expect(parse('18:00', '19:10', 60)).toEqual(['until']);
  expect([0, 24, 47, 48].map(startTimeOfPosition)).toEqual(['06:00', '18:00', '05:30', '06:00']);
});

test('what is waited for reads as a sentence', () => {
  expect([60, 90, 240].map(durationLabel)).toEqual(['1 hour', '1.5 hours', '4 hours']);
  expect(waitlistLabel({ from: '18:00', until: '23:00', duration: 60 })).toBe(
    '1 hour between 6 PM and 11 PM',
  );
});

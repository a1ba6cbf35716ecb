import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';
import { formatPlayDate, formatPlayTime, playTimes, shortPlayDate } from '../../src/domain/play-time.ts';
import { eveningName } from '../../src/domain/series.ts';
import { BUSINESS_DAY_SLOTS, consecutiveSlotIndexes, startTimeOf } from '../../src/domain/slot.ts';
import { dayLabel } from '../../web/admin/date-time-labels.ts';

test('play after midnight is named by the night that it belongs to, with the next date', () => {
  const play = { date: '2026-11-20', slots: ['00:30', '01:00'] };
  expect(formatPlayDate(play)).toBe('Friday night, November 20, 2026 (early Saturday)');
  expect(shortPlayDate(play)).toBe('Fri night, Nov 20');
  expect(eveningName('friday', '00:30')).toBe('Friday night');
  expect(eveningName('friday', '23:30')).toBe('Friday');
  const before = { date: '2026-11-20', slots: ['23:30', '00:00'] };
  expect([formatPlayDate(before), shortPlayDate(before)]).toEqual([
    'Friday, November 20, 2026',
    'Fri, Nov 20',
  ]);
});

test('at any time, every way to write a date says its night exactly when play starts after midnight', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-11-20', days)),
      fc.constantFrom(...BUSINESS_DAY_SLOTS),
      fc.integer({ min: 2, max: 6 }),
      (date, start, count) => {
        const indexes = consecutiveSlotIndexes(startTimeOf(start), count);
        if (!indexes) return;
        const play = { date, start_time: startTimeOf(start), slots: indexes.map(startTimeOf) };
        const [first] = playTimes(play);
        if (!first) throw new Error('a play has a time');
        const isNight = first.calendar_date !== date;
        for (const text of [formatPlayDate(play), shortPlayDate(play), dayLabel(play)]) {
          expect(text.includes(' night, ')).toBe(isNight);
          // The business day comes first; the calendar date only beside it.
          expect(text.startsWith(shortDate(date).slice(0, 3))).toBe(true);
        }
        const [nextDay] = longDate(addDays(date, 1)).split(',');
        expect(formatPlayDate(play).includes(`(early ${nextDay})`)).toBe(isNight);
        expect(dayLabel(play).includes(`(on ${shortDate(addDays(date, 1))})`)).toBe(isNight);
        expect(formatPlayTime(date, first).includes('(on ')).toBe(isNight);
      },
    ),
  );
});

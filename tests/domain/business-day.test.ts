import { describe, expect, test } from 'bun:test';
import {
  addDays,
  businessDayOf,
  clubInstant,
  clubTimestamp,
  daysBetween,
  isDate,
} from '../../src/domain/business-day.ts';
import { todayOf } from '../../src/domain/day-plan.ts';
import { DEFAULT_CALENDAR } from '../../src/domain/default-calendar.ts';
import { longDate, shortDate } from '../../src/domain/format-date.ts';

const at = (text: string) => Date.parse(text);

describe('business day', () => {
  test.each([
    ['2026-11-20T05:59:59+05:00', '2026-11-19'],
    ['2026-11-20T06:00:00+05:00', '2026-11-20'],
    ['2026-11-20T23:59:59+05:00', '2026-11-20'],
    ['2026-11-21T00:00:00+05:00', '2026-11-20'],
    ['2026-11-21T01:30:00+05:00', '2026-11-20'],
    ['2026-11-20T20:30:00Z', '2026-11-20'],
    ['2027-01-01T02:00:00+05:00', '2026-12-31'],
    ['2028-03-01T01:00:00+05:00', '2028-02-29'],
  ])('at %s the business day is %s', (instant, date) => {
    expect(businessDayOf(at(instant))).toBe(date);
  });

  test.each([
    ['2026-11-20T03:59:59+05:00', '2026-11-19'],
    ['2026-11-20T04:00:00+05:00', '2026-11-20'],
    ['2026-11-20T06:30:00+05:00', '2026-11-20'],
    ['2026-11-20T23:59:59+05:00', '2026-11-20'],
    ['2026-11-21T00:00:00+05:00', '2026-11-20'],
    ['2026-11-21T01:30:00+05:00', '2026-11-20'],
    ['2027-01-01T02:00:00+05:00', '2026-12-31'],
  ])('at %s a club that closes at 4 AM sells %s', (instant, date) => {
    expect(todayOf(DEFAULT_CALENDAR, at(instant))).toBe(date);
  });

  test.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is a date', (date) => {
    expect(isDate(date)).toBe(true);
  });

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '',
    '2026-11-20T00',
    '20261120',
    '__proto__',
  ])('"%s" is not a date', (date) => {
    expect(isDate(date)).toBe(false);
  });

  test('adds and counts days across months, years and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(daysBetween('2026-11-20', '2027-02-18')).toBe(90);
    expect(daysBetween('2026-11-20', '2026-11-19')).toBe(-1);
  });

  test("the club's wall clock is five hours ahead of UTC", () => {
    expect(clubInstant('2026-11-20', 90)).toBe(at('2026-11-19T20:30:00Z'));
    expect(clubTimestamp(at('2026-11-19T20:30:00Z'))).toBe('2026-11-20T01:30:00+05:00');
  });

  test('dates have the same text in every time zone', () => {
    expect(longDate('2026-11-20')).toBe('Friday, November 20, 2026');
    expect(shortDate('2026-11-20')).toBe('Fri, Nov 20');
  });
});

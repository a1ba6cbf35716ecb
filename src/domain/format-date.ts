import { midnightUtc } from './business-day.ts';

/** `Friday, November 21, 2026` */
export function longDate(date: string): string {
  const { weekday, month, day, year } = datePartsOf(date);
  return `${weekday}, ${month} ${day}, ${year}`;
}

/** `Fri, Nov 21` */
export function shortDate(date: string): string {
  const { weekday, month, day } = datePartsOf(date);
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day}`;
}

// Spelled out because on a phone, loading `Intl.DateTimeFormat` takes longer than rendering the page.
const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function datePartsOf(date: string): { weekday: string; month: string; day: number; year: number } {
  const utcDate = new Date(midnightUtc(date));
  return {
    weekday: WEEKDAY_NAMES[utcDate.getUTCDay()] ?? '',
    month: MONTHS[utcDate.getUTCMonth()] ?? '',
    day: utcDate.getUTCDate(),
    year: utcDate.getUTCFullYear(),
  };
}

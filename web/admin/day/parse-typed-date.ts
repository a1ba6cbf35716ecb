import { addDays, isDate } from '../../../src/domain/business-day.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const RELATIVE_DAYS: Record<string, number> = { yesterday: -1, today: 0, tonight: 0, tomorrow: 1 };
/** A date without a year means the one nearest to today. */
const HALF_YEAR_DAYS = 183;

/**
 * The business day that an admin typed, such as `tomorrow`, `fri`, `24 nov`, `24/11` or `2026-11-24`; null for other
 * text.
 */
export function parseTypedDate(text: string, today: string): string | null {
  const words = text.trim().toLowerCase();
  const relative = RELATIVE_DAYS[words];
  if (relative !== undefined) return addDays(today, relative);
  if (/^\d{4}-\d{2}-\d{2}$/.test(words)) return isDate(words) ? words : null;
  const weekday = words.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(words));
  if (weekday >= 0) {
    const present = new Date(`${today}T00:00:00Z`).getUTCDay();
    return addDays(today, (weekday - present + 7) % 7);
  }
  const numbers = /^(\d{1,2})[/.](\d{1,2})\.?$/.exec(words);
  if (numbers) return nearest(today, Number(numbers[2]), Number(numbers[1]));
  const named = /^(?:(\d{1,2})\s*([a-z]{3,})|([a-z]{3,})\s*(\d{1,2}))$/.exec(words);
  const month = MONTHS.indexOf((named?.[2] ?? named?.[3] ?? '').slice(0, 3));
  return named && month >= 0 ? nearest(today, month + 1, Number(named[1] ?? named[4])) : null;
}

function nearest(today: string, month: number, day: number): string | null {
  const year = Number(today.slice(0, 4));
  const inYear = (at: number) => `${at}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const from = addDays(today, -HALF_YEAR_DAYS);
  return [year - 1, year, year + 1].map(inYear).find((date) => isDate(date) && date >= from) ?? null;
}

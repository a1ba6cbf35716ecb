import type { MissingTransfer } from '../domain/api/bank-routes.ts';
import type { BankWeekend } from '../domain/bank.ts';
import { addDays, clubTimestamp, weekdayOf } from '../domain/business-day.ts';
import type { UnprovenTransfer } from './store.ts';

/** How many banking days a statement that ends on `until` has after the day `date`. */
export function bankingDaysBetween(date: string, until: string, weekend: BankWeekend): number {
  let days = 0;
  for (let day = addDays(date, 1); day <= until; day = addDays(day, 1)) {
    if (!weekend.includes(weekdayOf(day))) days += 1;
  }
  return days;
}

/** The receipts and entered transfers of the days that statements cover and do not show, the longest first. */
export function listMissing(
  transfers: readonly UnprovenTransfer[],
  { from, until }: { from: string; until: string },
  rules: { days: number; weekend: BankWeekend },
): MissingTransfer[] {
  return transfers
    .filter(({ entry_id, payment_receipt }) => entry_id !== null || payment_receipt !== null)
    .map(({ booking_id, player_id, entry_id, name, amount, since, receipt_at }) => {
      const at = Math.min(since, receipt_at ?? since);
      const date = clubTimestamp(at).slice(0, 10);
      const banking_days = date < from ? 0 : bankingDaysBetween(date, until, rules.weekend);
      return { booking_id, player_id, entry_id, name, amount, since: clubTimestamp(at), banking_days };
    })
    .filter(({ banking_days }) => banking_days >= rules.days)
    .sort((a, b) => b.banking_days - a.banking_days || a.booking_id - b.booking_id);
}

/** The periods, hours and refunds of plans and packages. Dates are business days; the last one is included. */
import { addDays, daysBetween } from './business-day.ts';
import type { PlanTerms } from './plan-schemas.ts';

export { PLAN_KINDS, PLAN_MONTHS, type PlanKind } from './plan-kinds.ts';

/** A purchase as stored: `waiting` for its money, active from its first to its last day, ended early. */
export type PurchaseState = 'waiting' | 'active' | 'ended';

/** What people see; `coming` hasn't begun, `over` is past its last day. */
export const PURCHASE_STATUSES = ['waiting', 'coming', 'active', 'paused', 'over', 'ended'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** How long an unpaid purchase waits for its money. */
export const PURCHASE_PAY_DAYS = 3;

/**
 * How many days before the end the member is reminded, where more than half of the days are over by then: a package of
 * five days does not end soon on the day it is sold.
 */
export const ENDING_DAYS = [7, 1] as const;

/** The days for which something was sold. */
export interface PlanPeriod {
  starts_on: string;
  ends_on: string;
  /** Days for which the plan was paused; they are added at the end. */
  paused_days: number;
}

export function statusOf(
  {
    state,
    starts_on,
    ends_on,
    paused_on,
  }: {
    state: PurchaseState;
    starts_on: string | null;
    ends_on: string | null;
    paused_on: string | null;
  },
  today: string,
): PurchaseStatus {
  if (state !== 'active') return state;
  if (paused_on !== null) return 'paused';
  if ((starts_on ?? '') > today) return 'coming';
  return (ends_on ?? '') < today ? 'over' : 'active';
}

/** The last day of `months` months starting on `start`: never a day less because a month is short. */
export function lastDayOf(start: string, months: number): string {
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  const index = year * 12 + month - 1 + months;
  const firstOf = (monthIndex: number) =>
    `${Math.floor(monthIndex / 12)}-${String((monthIndex % 12) + 1).padStart(2, '0')}-01`;
  const lastOfMonth = addDays(firstOf(index + 1), -1);
  const sameDay = addDays(firstOf(index), day - 1);
  return sameDay > lastOfMonth ? lastOfMonth : addDays(sameDay, -1);
}

/** The last day of what begins on `start`. */
export function endOf(terms: Pick<PlanTerms, 'months' | 'days'>, start: string): string {
  return terms.months === null ? addDays(start, (terms.days ?? 1) - 1) : lastDayOf(start, terms.months);
}

/** The month of a plan whose hours apply on a date, starting at 0; a package has one. */
export function monthOf(terms: { months: number | null }, period: PlanPeriod, date: string): number {
  const start = addDays(period.starts_on, period.paused_days);
  let month = 0;
  while (month + 1 < (terms.months ?? 1) && lastDayOf(start, month + 1) < date) month += 1;
  return month;
}

/** How many times a plan gives its hours: once a month, or once in total. */
export function monthsOf({ months }: Pick<PlanTerms, 'months'>): number {
  return months ?? 1;
}

/** Half-hours that a month of a plan, or a package, includes. */
export function slotsOf({ hours }: Pick<PlanTerms, 'hours'>): number {
  return Math.round(hours * 2);
}

/**
 * PKR that the club keeps of a purchase ending on `today`: by the day, today included, but at least for the hours
 * used. A package counts by its hours alone, until it is over.
 */
export function keptOfPurchase(
  { price, ...terms }: Pick<PlanTerms, 'price' | 'months' | 'days' | 'hours'>,
  period: PlanPeriod & { paused_on: string | null },
  used: number,
  today: string,
): number {
  const { starts_on, ends_on, paused_days, paused_on } = period;
  const isOver = paused_on === null && today > ends_on;
  if (isOver) return price;
  // An extended plan has no more days to refund than were sold.
  const days = daysBetween(starts_on, endOf(terms, starts_on)) + 1;
  const lastDay = paused_on === null ? today : addDays(paused_on, -1);
  const usedDays = terms.months === null ? 0 : Math.max(0, daysBetween(starts_on, lastDay) + 1 - paused_days);
  const slots = slotsOf(terms) * monthsOf(terms);
  // Multiplied first: a fraction such as 23/30 is a little off, and a rupee too much would stay with the club.
  const forHours = slots === 0 ? 0 : (price * used) / slots;
  return Math.min(price, Math.ceil(Math.max((price * usedDays) / days, forHours)));
}

/** How many of `slots` half-hours a cancellation gives back, rounded in the customer's favour. */
export function slotsGivenBack(slots: number, percent: number): number {
  return Math.ceil((slots * percent) / 100);
}

/** What a pause ending on `today` adds; its first day counts. */
export function resumed(
  period: PlanPeriod & { paused_on: string },
  today: string,
): Pick<PlanPeriod, 'ends_on' | 'paused_days'> {
  const days = Math.max(0, daysBetween(period.paused_on, today));
  return { ends_on: addDays(period.ends_on, days), paused_days: period.paused_days + days };
}

/** `1.5 h` */
export function hoursText(slots: number): string {
  return `${slots / 2} h`;
}

/** Plans and packages in words. */
import type { BookingLine } from './api/booking-answers.ts';
import { addDays } from './business-day.ts';
import { shortDate } from './format-date.ts';
import { formatPkr } from './format-money.ts';
import { joinWords } from './join-words.ts';
import { hoursText, type PlanKind, type PurchaseStatus, slotsOf } from './plan.ts';
import { INCLUDED_HOURS } from './plan-price.ts';
import type { PlanTerms } from './plan-schemas.ts';
import { TIER_LABELS } from './pricing-bands.ts';

type Scope = PlanTerms['hours_for'];

/** `3 months`, `valid 90 days` */
export function periodText({ months, days }: Pick<PlanTerms, 'months' | 'days'>): string {
  if (months === null) return days === 1 ? 'valid 1 day' : `valid ${days} days`;
  return months === 1 ? '1 month' : `${months} months`;
}

/** What a plan gives, one line each. */
export function planLines(terms: PlanTerms, courtNames: ReadonlyMap<number, string>): string[] {
  const { months, hours_for, discounts, days_ahead, cancel_hours, add_ons, events_percent, friends } = terms;
  const where = (scope: Scope) => scopeText(scope, courtNames);
  return [
    ...(slotsOf(terms) > 0
      ? [`${hoursText(slotsOf(terms))} of court${months === null ? '' : ' a month'}${where(hours_for)}`]
      : []),
    ...discounts.map((discount) => {
      const off =
        discount.percent === null
          ? `${formatPkr(discount.amount_off ?? 0)} off an hour`
          : `${discount.percent}% off`;
      return `${off}${where(discount)}`;
    }),
    ...(days_ahead === null ? [] : [`Book up to ${days_ahead} days ahead`]),
    ...(cancel_hours === null ? [] : [`Cancel for free up to ${cancel_hours} hours before`]),
    ...(add_ons.length > 0
      ? [`Some add-ons ${add_ons.every(({ percent }) => percent === 100) ? 'free' : 'cheaper'}`]
      : []),
    ...(events_percent === null ? [] : [`${events_percent}% off events`]),
    ...(friends > 0 ? [`Shared with up to ${friends} friends`] : []),
  ];
}

/** ` in off-peak hours, on Monday and Tuesday, on Court 1`; empty for any play. */
function scopeText({ tiers, weekdays, courts }: Scope, names: ReadonlyMap<number, string>): string {
  const parts = [
    ...(tiers ? [`in ${tiers.map((tier) => TIER_LABELS[tier].toLowerCase()).join(' and ')} hours`] : []),
    ...(weekdays
      ? [`on ${joinWords(weekdays.map((day) => `${day[0]?.toUpperCase()}${day.slice(1)}`))}`]
      : []),
    ...(courts ? [`on ${joinWords(courts.map((id) => names.get(id) ?? `court ${id}`))}`] : []),
  ];
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}

/** What pages, messages and lists say of a purchase that has been paid. */
export interface PurchaseDates {
  kind: PlanKind;
  status: PurchaseStatus;
  starts_on: string | null;
  ends_on: string | null;
  slots_left: number | null;
  hours_again_on: string | null;
}

/** `Period`, `Hours left`, `New hours` and `Next renewal` with their values; the same wherever a purchase is shown. */
export function purchaseFacts(purchase: PurchaseDates): [label: string, value: string][] {
  const { kind, status, starts_on, ends_on, slots_left, hours_again_on } = purchase;
  if (starts_on === null || ends_on === null || status === 'waiting') return [];
  const isPaused = status === 'paused';
  const period: [string, string] = [
    isPaused ? 'Period (plus the pause)' : 'Period',
    `${shortDate(starts_on)} – ${shortDate(ends_on)}`,
  ];
  if (status === 'over' || status === 'ended') return [period];
  return [
    ...(slots_left === null ? [] : [['Hours left', hoursText(slots_left)] as [string, string]]),
    ...(hours_again_on === null || isPaused
      ? []
      : [['New hours', shortDate(hours_again_on)] as [string, string]]),
    period,
    ...(kind === 'package' || isPaused
      ? []
      : [['Next renewal', shortDate(addDays(ends_on, 1))] as [string, string]]),
  ];
}

/** What a purchase's page and messages say about it, one line each. */
export function purchaseDetails(
  purchase: PurchaseDates & { terms: PlanTerms },
  courtNames: ReadonlyMap<number, string>,
): string[] {
  const { terms } = purchase;
  const facts = purchaseFacts(purchase);
  const waits = `${capitalized(periodText(terms))}, from the day it is paid`;
  return [
    ...(facts.length === 0 ? [waits] : facts.map(([label, value]) => `${label}: ${value}`)),
    ...planLines(terms, courtNames),
  ];
}

/** Half-hours that plans pay for in a booking's lines. */
export function includedSlots(lines: readonly BookingLine[] = []): number {
  return lines.reduce((sum, { terms }) => sum + (terms?.plan?.gives === 'hours' ? terms.plan.used : 0), 0);
}

/** What becomes of a cancelled booking's included hours when `back` half-hours are given back; null without any. */
export function hoursBackText(lines: readonly BookingLine[] = [], back: number): string | null {
  const used = includedSlots(lines);
  if (used === 0) return null;
  const [first, second] = lines.filter(({ terms }) => terms?.plan?.gives === 'hours' && terms.plan.used > 0);
  const name = first && !second ? first.label.replace(INCLUDED_HOURS, '') : 'your plans';
  const comesBack = `${hoursText(back)} goes back to ${name}`;
  if (back >= used) return `${comesBack}.`;
  const lost = `${hoursText(used - back)} of ${name} is used up: it’s too late to get it back`;
  return back === 0 ? `${lost}.` : `${comesBack}; ${hoursText(used - back)} is used up.`;
}

function capitalized(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

export const PURCHASE_STATUS_LABELS: Record<PurchaseStatus, string> = {
  waiting: 'Waiting for payment',
  coming: 'Begins later',
  active: 'Active',
  paused: 'Paused',
  over: 'Over',
  ended: 'Ended',
};

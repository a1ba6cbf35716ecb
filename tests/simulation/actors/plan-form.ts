import type { Scope, Terms } from '../model/state.ts';

const WEEKEND = ['saturday', 'sunday'];
const QUIET = ['morning', 'off_peak'];

const scopeBody = ({ band, court, onlyWeekends }: Scope) => ({
  tiers: band === null ? null : band === 'quiet' ? QUIET : ['peak'],
  courts: court === null ? null : [court],
  weekdays: onlyWeekends ? WEEKEND : null,
});

/** The terms as the club's own form sends them. */
export function termsBody(terms: Terms): object {
  const { price, months, days, slots, slotsFor, discount, cancelHours, withCodes, eventsPercent } = terms;
  const off = 'off' in discount ? discount.off : null;
  const percent = 'percent' in discount ? discount.percent : null;
  return {
    price,
    months,
    days,
    hours: slots / 2,
    hours_for: scopeBody(slotsFor),
    discounts: off || percent ? [{ ...scopeBody(discount.for), percent, amount_off: off }] : [],
    days_ahead: null,
    cancel_hours: cancelHours,
    add_ons: [],
    events_percent: eventsPercent || null,
    friends: terms.friends,
    with_codes: withCodes,
  };
}

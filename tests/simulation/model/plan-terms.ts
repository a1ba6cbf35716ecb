import type { Scope, Terms } from './state.ts';

export const ANYWHERE: Scope = { band: null, court: null, onlyWeekends: false };

const MONTHLY: Terms = {
  price: 9000,
  months: 1,
  days: null,
  slots: 4,
  slotsFor: ANYWHERE,
  discount: { percent: 20, for: ANYWHERE },
  cancelHours: 6,
  withCodes: false,
  eventsPercent: 25,
  friends: 0,
};
const PACKAGE: Terms = {
  ...MONTHLY,
  months: null,
  discount: { percent: 0, for: ANYWHERE },
  cancelHours: null,
  eventsPercent: 0,
};

/** What the club sells from the beginning. */
export const PLANS: readonly { name: string; terms: Terms }[] = [
  { name: 'Gold', terms: MONTHLY },
  {
    name: 'Quiet hours',
    terms: {
      ...MONTHLY,
      price: 4000,
      slots: 0,
      discount: { off: 800, for: { ...ANYWHERE, band: 'quiet' } },
      cancelHours: null,
      withCodes: true,
      eventsPercent: 0,
    },
  },
  {
    name: 'Three hours',
    terms: { ...PACKAGE, price: 12_000, days: 3, slots: 6, slotsFor: { ...ANYWHERE, court: 1 }, friends: 1 },
  },
  {
    name: 'Weekend evenings',
    terms: {
      ...PACKAGE,
      price: 5000,
      days: 30,
      slots: 3,
      slotsFor: { band: 'peak', court: null, onlyWeekends: true },
      withCodes: true,
      friends: 2,
    },
  },
];

import type { Calendar, OpenDayRule } from './calendar.ts';

// Separate from the schemas because the first page needs only the default calendar.

/** Every day from 7 AM to 4 AM; starts in the morning, by day or after 2 AM cost PKR 1,000 less per hour. */
export const DEFAULT_DAY: OpenDayRule = {
  open: true,
  hours: [{ opens: '07:00', closes: '04:00' }],
  bands: [
    { from: '07:00', until: '10:00', tier: 'morning', discount: 1000 },
    { from: '10:00', until: '18:00', tier: 'off_peak', discount: 1000 },
    { from: '18:00', until: '02:00', tier: 'peak', discount: 0 },
    { from: '02:00', until: '04:00', tier: 'off_peak', discount: 1000 },
  ],
};

/** The calendar until an owner changes it. */
export const DEFAULT_CALENDAR: Calendar = {
  week: {
    monday: DEFAULT_DAY,
    tuesday: DEFAULT_DAY,
    wednesday: DEFAULT_DAY,
    thursday: DEFAULT_DAY,
    friday: DEFAULT_DAY,
    saturday: DEFAULT_DAY,
    sunday: DEFAULT_DAY,
  },
  exceptions: [],
};

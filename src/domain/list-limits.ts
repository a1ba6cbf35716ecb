/** Row limits of these dashboard lists; a screen says so when it reaches one. */
export const LIST_LIMITS = {
  /** Each list of To do. */
  inbox: 200,
  shifts: 60,
  series: 500,
  /** The bookings of one sheet, such as the one for new hours. */
  inTheWay: 500,
} as const;

/** The days of charts and figures when the admin has chosen no dates. */
export const DEFAULT_RANGE_DAYS = 30;

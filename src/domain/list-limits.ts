/** How many rows these lists of the dashboard have at most; a screen says so where a list is as long. */
export const LIST_LIMITS = {
  /** Each list of To do. */
  inbox: 200,
  shifts: 60,
  series: 500,
  /** The bookings of one sheet, such as that of new hours. */
  inTheWay: 500,
} as const;

/** The days of charts and figures when the admin has chosen no dates. */
export const DEFAULT_RANGE_DAYS = 30;

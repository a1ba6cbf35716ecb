/** How many hours the club takes to answer, as promised in its policies. */
export interface ReplyTimes {
  reply_hours: number;
  email_support_hours: number;
  dispute_hours: number;
}

export const REPLY_TIMES: ReplyTimes = { reply_hours: 24, email_support_hours: 4, dispute_hours: 48 };

/** A club only stores the hours that its owner changed. */
export function replyTimesOf({ policies }: { policies?: Partial<ReplyTimes> }): ReplyTimes {
  return { ...REPLY_TIMES, ...policies };
}

/** `1 hour`, `24 hours` */
export function inHours(hours: number): string {
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

const DAY_MS = 24 * 60 * 60_000;

/** When the club will have checked a receipt for play at `start`: never later than the play itself. */
export function receiptCheckTime(start: number, now: number): string {
  if (start - now >= DAY_MS) return 'within 24 hours';
  return start > now ? 'before you play' : 'as soon as we can';
}

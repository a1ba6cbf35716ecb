import type { Booking } from '../../domain/booking.ts';
import type { Club } from '../../domain/club.ts';
import { shortCourtName } from '../../domain/court.ts';
import { longDate } from '../../domain/format-date.ts';
import { formatPkr } from '../../domain/format-money.ts';
import { formatPayBy } from '../../domain/format-payment-deadline.ts';
import type { MoneyMethod } from '../../domain/money-labels.ts';
import { type MoneyPart, refundWays } from '../../domain/money-ways.ts';
import { shortPlayDate } from '../../domain/play-time.ts';
import { itemLines } from '../../domain/price.ts';
import { CANCELLATION_POLICY, refundText, refundTexts } from '../../domain/refund.ts';
import { countDates, type PaymentRule } from '../../domain/series.ts';
import type { SeriesMessage, SeriesMessageDate } from '../../domain/series-message-data.ts';
import { email as emailChannel } from '../../outbox/channels/email.ts';
import { type Composing, emailAbout } from '../booking-message.ts';
import { questionsNote, timesOf } from '../booking-sections.ts';
import { type EmailContent, type EmailDate, type EmailSection, greetingSection } from '../email-content.ts';
import type { Sources } from '../message.ts';
import { renderEmail } from '../render-email.ts';

const SERIES = {
  series_id: 7,
  label: 'Every Saturday, 11:30 PM – 2 AM',
  payment_rule: 'each',
} as const;
const DATES = [{ booking_id: 1042 }, { booking_id: 1043 }];
const OLD = { court_name: 'Court 2 - Tournament Grade', date: '2026-11-20', slots: ['20:00', '20:30'] };
const SAMPLES = {
  booked: { details: { ...SERIES, change: 'booked', dates: DATES } },
  monthly: { details: { ...SERIES, payment_rule: 'monthly', change: 'booked', dates: DATES } },
  credit: { details: { ...SERIES, payment_rule: 'credit', change: 'booked', dates: DATES } },
  moved: {
    details: { ...SERIES, change: 'moved', dates: DATES.map((date) => ({ ...date, from: OLD })) },
  },
  cancelled: {
    details: {
      ...SERIES,
      change: 'cancelled',
      dates: DATES.map((date) => ({ ...date, paid: 12_500, kept: 6250 })),
    },
  },
  paused: {
    details: { ...SERIES, change: 'paused', dates: DATES.map((date) => ({ ...date, paid: 0, kept: 0 })) },
  },
  'to-credit': {
    details: {
      ...SERIES,
      change: 'cancelled',
      refund_to: 'credit',
      dates: DATES.map((date) => ({ ...date, paid: 12_500, kept: 0 })),
    },
  },
};

type SeriesDate = SeriesMessageDate & {
  booking: Booking & { manage_url: string };
  ways: readonly MoneyPart[];
};

/** One email about several dates, with a single calendar file. */
export const seriesChanged = emailAbout<SeriesMessage>(
  {
    kind: 'series.changed',
    label: 'Dates of a weekly booking',
    on: {
      'series.changed': ({ kind: _, booking_id: __, ...details }) => ({ key: Bun.randomUUIDv7(), details }),
    },
    chat: {
      text: 'There’s news about your weekly booking, {{1}}: {{2}} Your booking page has the dates, the prices and how to pay.',
      examples: ['Every Saturday, 11:30 PM – 2 AM', 'Your court is booked for 8 dates.'],
      button: 'Open my booking',
      values: (composing) => [composing.details.label, newsText(composing.details, datesOf(composing))],
    },
    samples: SAMPLES,
  },
  'customer',
  {
    reason: (composing, channel) => {
      const { booking, details, sources } = composing;
      if (datesOf(composing).length === 0) return 'all dates were cancelled';
      const isUnwanted =
        channel === emailChannel && !details.refund_to && !sources.recipients.wantsEmail(booking);
      return isUnwanted ? 'the member turned emails off' : null;
    },
    email: (composing) => {
      const { booking, club, now, details: message, sources } = composing;
      const dates = datesOf(composing);
      const footer = 'You’re getting this email because these bookings were made with this address.';
      return renderEmail(booking.email, contentOf(message, dates, club), club, footer, {
        calendars: sources.calendarFiles(
          dates.map(({ booking: one }) => one),
          now,
        ),
        ...(booking.user_id === null ? {} : { unsubscribe_url: `${club.public_url}/account` }),
      });
    },
  },
);

/** Without those cancelled since, unless that is the news. */
function datesOf({ details: { change, dates }, sources }: Composing<SeriesMessage>): SeriesDate[] {
  const isCancelled = change === 'cancelled' || change === 'paused';
  return dates.flatMap((date): SeriesDate[] => {
    const found = sources.findBooking(date.booking_id);
    const isGone = !isCancelled && found?.status === 'cancelled';
    return found && !isGone
      ? [
          {
            ...date,
            booking: { ...found, manage_url: sources.manageUrl(found) },
            ways: waysOf(found, sources),
          },
        ]
      : [];
  });
}

/** What happened, in a sentence or two. */
function newsText({ change, refund_to }: SeriesMessage, dates: readonly SeriesDate[]): string {
  const count = countDates(dates.length);
  if (change === 'booked') return `Your court is booked for ${count}.`;
  if (change === 'moved') return `We moved ${count}.`;
  const back = dates.reduce((sum, { paid = 0, kept = 0 }) => sum + Math.max(0, paid - kept), 0);
  const refund =
    back > 0 ? ` You get ${formatPkr(back)} back${refund_to === 'credit' ? ' as credit' : ''}.` : '';
  return `${count} ${dates.length === 1 ? 'is' : 'are'} cancelled.${refund}`;
}

/** What happened to several dates of a series, each with its links. */
function contentOf(message: SeriesMessage, dates: readonly SeriesDate[], club: Club): EmailContent {
  const count = countDates(dates.length);
  const name = dates[0]?.booking.name ?? '';
  const rows: EmailSection = { kind: 'dates', rows: dates.map((date) => toRow(message, date, club)) };
  const head = { preview: `${message.label}: ${count}`, ...HEADS[message.change] };
  switch (message.change) {
    case 'booked':
      return {
        ...head,
        subject: `Your weekly booking: ${message.label}`,
        sections: [
          greetingSection(name, `Your court is booked for ${count}: ${message.label}.`),
          rows,
          totalOf(dates),
          { kind: 'paragraph', text: paymentText(message.payment_rule, dates) },
          {
            kind: 'note',
            text: `The attached file adds all the dates to your calendar. ${CANCELLATION_POLICY} This applies to each date separately.`,
          },
        ],
      };
    case 'moved':
      return {
        ...head,
        subject: `Your weekly booking has a new time: ${message.label}`,
        sections: [
          greetingSection(name, `We moved ${count} of your weekly booking. It is now: ${message.label}.`),
          rows,
          totalOf(dates),
          { kind: 'note', text: 'The attached file updates your calendar.' },
          questionsNote(club),
        ],
      };
    default: {
      const isPause = message.change === 'paused';
      return {
        ...head,
        subject: `${count} of your weekly booking ${dates.length === 1 ? 'is' : 'are'} cancelled`,
        sections: [
          greetingSection(
            name,
            isPause
              ? `Your weekly booking pauses: ${count} from ${spanOf(dates)} are cancelled. It continues afterwards.`
              : `${count} of your weekly booking ${dates.length === 1 ? 'is' : 'are'} cancelled.${message.cancelled_by === 'customer' ? ' Other players can book these slots again.' : message.cancelled_by === 'club' ? ' We’re sorry, the club had to cancel them.' : ''}`,
          ),
          rows,
          ...refundSections(message, dates),
          questionsNote(club),
        ],
      };
    }
  }
}

const HEADS: Record<SeriesMessage['change'], Pick<EmailContent, 'heading' | 'badge'>> = {
  booked: { heading: 'Your weekly booking is booked', badge: { text: 'Weekly', tone: 'success' } },
  moved: { heading: 'Your weekly booking has a new time', badge: { text: 'Moved', tone: 'warning' } },
  cancelled: {
    heading: 'Dates of your weekly booking are cancelled',
    badge: { text: 'Cancelled', tone: 'danger' },
  },
  paused: { heading: 'Your weekly booking pauses', badge: { text: 'Pause', tone: 'warning' } },
};

/** How and by when each date is to be paid. */
function paymentText(rule: PaymentRule, dates: readonly SeriesDate[]): string {
  if (rule === 'credit') {
    return 'We’ll take the price of each date from your credit two days beforehand. If you don’t have enough credit, we’ll ask you to pay for that date.';
  }
  const unpaid = dates.find(({ booking }) => booking.status === 'pending');
  const payBy = unpaid?.booking.pay_by;
  const deadline = payBy ? ` Please pay for the next one by ${formatPayBy(payBy)}.` : '';
  const how =
    unpaid?.booking.payment_method === 'cash'
      ? 'at the reception'
      : 'by bank transfer, using the Manage link under each date';
  return rule === 'monthly'
    ? `Please pay for all the dates of a month before the first of them, ${how}.${deadline}`
    : `Please pay for each date before you play, ${how}.${deadline}`;
}

function toRow({ change }: SeriesMessage, date: SeriesDate, club: Club): EmailDate {
  const { booking, from } = date;
  const lines = [`${shortCourtName(booking.court_name)}, ${moneyText(date)}`];
  if (from) lines.push(`Before: ${describeTime(from)}, ${shortCourtName(from.court_name)}`);
  const isCancelled = change === 'cancelled' || change === 'paused';
  const links = [{ label: 'Manage', url: booking.manage_url }];
  if (!isCancelled) {
    links.push({ label: 'Calendar', url: `${club.public_url}/api/booking/${booking.id}/calendar.ics` });
  }
  return { title: describeTime(booking), text: lines.join('\n'), links };
}

function moneyText({ booking, paid, kept }: SeriesDate): string {
  if (paid === undefined || kept === undefined) {
    const extras = itemLines(booking.lines).map(({ label }) => label);
    const extrasText = extras.length > 0 ? ` (${extras.join(', ')})` : '';
    return `booking ${booking.id}, ${formatPkr(booking.computed_amount)}${extrasText}`;
  }
  if (paid <= 0) return `booking ${booking.id}, nothing was paid`;
  return `booking ${booking.id}, paid ${formatPkr(paid)}, refund ${formatPkr(paid - kept)}`;
}

/** `Tue, Nov 24, 11:30 PM – 1 AM (until Wed, Nov 25)` */
function describeTime(booking: { date: string; slots: readonly string[] }): string {
  return `${shortPlayDate(booking)}, ${timesOf(booking).join(' and ')}`;
}

function totalOf(dates: readonly SeriesDate[]): EmailSection {
  const total = dates.reduce((sum, { booking }) => sum + booking.computed_amount, 0);
  return { kind: 'amounts', rows: [], total: [`Total for ${countDates(dates.length)}`, formatPkr(total)] };
}

function spanOf(dates: readonly SeriesDate[]): string {
  const first = dates[0]?.booking.date ?? '';
  return `${longDate(first)} to ${longDate(dates.at(-1)?.booking.date ?? first)}`;
}

/** How the money that a cancelled date has too much goes back. */
function waysOf(
  { id, payer_id, balance }: Booking,
  { listLedgerEntries }: Pick<Sources, 'listLedgerEntries'>,
): MoneyPart[] {
  return balance < 0
    ? refundWays(
        listLedgerEntries(id).filter((entry) => entry.payer_id === payer_id),
        -balance,
      )
    : [];
}

function sumByMethod(dates: readonly SeriesDate[]): Map<MoneyMethod, number> {
  const sums = new Map<MoneyMethod, number>();
  for (const { method, amount } of dates.flatMap(({ ways }) => ways))
    sums.set(method, (sums.get(method) ?? 0) + amount);
  return sums;
}

function refundSections({ refund_to }: SeriesMessage, dates: readonly SeriesDate[]): EmailSection[] {
  const paid = dates.reduce((sum, date) => sum + (date.paid ?? 0), 0);
  const kept = dates.reduce((sum, date) => sum + (date.kept ?? 0), 0);
  if (paid <= 0) {
    const text =
      'We have not confirmed a payment for these dates. If you have already paid, please reply with your receipt, and we will refund you under our refund policy.';
    return [{ kind: 'paragraph', text }];
  }
  const method = dates.find((date) => (date.paid ?? 0) > 0)?.booking.payment_method ?? 'bank_transfer';
  const how =
    refund_to === 'credit'
      ? 'The refund was added to your credit. You can pay with it when you book again.'
      : refundTexts([...sumByMethod(dates)].map(([way, amount]) => ({ method: way, amount }))) ||
        refundText(method);
  return [
    {
      kind: 'amounts',
      rows: [
        ['Paid', formatPkr(paid)],
        ['Kept', formatPkr(kept)],
      ],
      total: ['Refund', formatPkr(paid - kept)],
    },
    { kind: 'paragraph', text: paid === kept ? 'Under our refund policy, there is no refund.' : how },
  ];
}

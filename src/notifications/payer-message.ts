import type { ClubEvent } from '../db/club-event.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import type { MoneyMethod } from '../domain/ledger.ts';
import { paymentInstructions } from '../domain/payment-instructions.ts';
import { formatPlayDate } from '../domain/play-time.ts';
import { needsRefundAccount } from '../domain/self-service.ts';
import { limitKeyOf } from '../outbox/outbox.ts';
import { findShareQr } from '../payments/transfer-qr.ts';
import { isByClub } from './booking-message.ts';
import { timesOf } from './booking-sections.ts';
import type { EmailContent, EmailSection } from './email-content.ts';
import type { Message, Sample, Sources } from './message.ts';
import { renderEmail, type StyledClub } from './render-email.ts';

/** What a message about a share says; `url` opens it with the player's own key. */
export interface PayerMessage {
  id: number;
  name: string;
  email: string;
  state: string;
  charge: number;
  received: number;
  balance: number;
  payment_method: string | null;
  payment_receipt: string | null;
  receipt_waits: number;
  /** Until when a place in an open match is held unpaid; null once it is taken. */
  hold_until: number | null;
  /** How the money of the share came last; null while none has come. */
  paid_by: MoneyMethod | null;
  refund_account: string | null;
  /** Why the place cannot become the player's; see `turnedAway`. */
  turned_away: 'plays' | 'taken_off' | null;
  /** More than a typed contact; see `isConfirmedContact`. */
  confirmed: boolean;
  /** Empty while the host is nobody whose name the player should read. */
  host_name: string;
  url: string;
  booking: Booking;
}

type PayerEvent = Extract<ClubEvent, { payer_id: number }>;

interface PayerEmail<D> extends Pick<Message, 'urgency'> {
  kind: string;
  label: string;
  on: {
    [K in PayerEvent['kind']]?: (
      event: Extract<PayerEvent, { kind: K }>,
    ) => { key: string; details?: object } | null;
  };
  /** The reception decided, so nothing delays it. */
  byClub?: true;
  /** Why it is not sent any more; without it, it needs a booking that stands and a player who plays. */
  withdrawIf?: (payer: PayerMessage) => string | null;
  calendar?: true;
  content: (payer: PayerMessage, club: StyledClub, details: D) => EmailContent;
  samples: Record<string, Sample>;
}

/** An email to a player who has entered a contact. */
export function payerEmail<D = object>(message: PayerEmail<D>): Message {
  return {
    ...message,
    channel: 'email',
    audience: 'customer',
    queue: (event, { sources }) => {
      if (!('payer_id' in event)) return null;
      const on = message.on[event.kind] as
        | ((event: PayerEvent) => { key: string; details?: object } | null)
        | undefined;
      const occasion = on?.(event) ?? null;
      const payer = occasion && sources.findPayer(event.payer_id);
      if (!payer?.email) return null;
      return {
        key: `${event.booking_id}:${message.kind}:${payer.id}:${occasion?.key}`,
        booking_id: event.booking_id,
        recipient: payer.email,
        details: { ...occasion?.details, payer_id: payer.id },
        ...(message.byClub || isByClub(event) ? {} : { limit_key: limitKeyOf(payer.email, payer.confirmed) }),
      };
    },
    compose: (row, now, sources: Sources) => {
      const details = JSON.parse(row.details) as D & { payer_id: number };
      const payer = sources.findPayer(details.payer_id);
      if (!payer?.email) return { action: 'withdraw', reason: 'the player was deleted' };
      const reason = message.withdrawIf ? message.withdrawIf(payer) : goneReason(payer);
      if (reason) return { action: 'withdraw', reason };
      const club = sources.club();
      return renderEmail(
        payer.email,
        message.content(payer, club, details),
        club,
        `You receive this email because your share of booking ${payer.booking.id} has this address.`,
        message.calendar ? { calendars: sources.calendarFiles([payer.booking], now) } : {},
      );
    },
  };
}

export function goneReason({ state, booking }: PayerMessage): string | null {
  if (booking.status === 'cancelled') return 'the booking is cancelled';
  return state === 'left' ? 'the player plays no more' : null;
}

export function playDetails({ booking, host_name }: PayerMessage): EmailSection {
  return {
    kind: 'details',
    rows: [
      ...(host_name ? [['Host', host_name] as [string, string]] : []),
      ['Court', booking.court_name],
      ['Date', formatPlayDate(booking)],
      ['Time', timesOf(booking).join('\n')],
    ],
  };
}

export function shareAmounts({ charge, received, balance }: PayerMessage): EmailSection {
  return {
    kind: 'amounts',
    rows: [
      ['Your share', formatPkr(charge)],
      ['Received', formatPkr(received)],
    ],
    total:
      balance > 0
        ? ['Still to pay', formatPkr(balance)]
        : balance < 0
          ? ['We refund', formatPkr(-balance)]
          : ['Balance', 'Settled'],
  };
}

/** How the player pays what the share still costs, with the code of a transfer. */
export function shareSteps(payer: PayerMessage, club: StyledClub): EmailSection[] {
  const { booking, charge: amount, received, balance, payment_method } = payer;
  if (balance <= 0 || payment_method === null) return [];
  const demand = { id: booking.id, share: payer.id, amount, received, status: booking.status };
  const { title, lines } = paymentInstructions(payment_method, demand, club);
  return [
    {
      kind: 'steps',
      title,
      lines: lines.map((line) =>
        line.replace('receipt here', 'receipt on the page of your share (button below)'),
      ),
      qr: payment_method === 'bank_transfer' ? findShareQr(booking, payer, club) : null,
    },
  ];
}

/** Asks a player who gets a transfer back for the account. */
export function refundAccountSections(payer: PayerMessage): EmailSection[] {
  if (!needsRefundAccount(payer, payer.paid_by)) return [];
  return [
    { kind: 'paragraph', text: `Please tell us where to send your ${formatPkr(-payer.balance)}.` },
    { kind: 'button', label: 'Enter my account', url: payer.url },
  ];
}

/** Until when a place in an open match is held; empty once it is taken. */
export function heldNote({ hold_until }: PayerMessage): string {
  if (hold_until === null) return '';
  return ` We hold your place until ${formatPayBy(clubTimestamp(hold_until))}; please pay by then.`;
}

export function shareButton({ url }: PayerMessage): EmailSection {
  return { kind: 'button', label: 'Open your share', url };
}

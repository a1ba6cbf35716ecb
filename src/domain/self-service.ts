/** What customers can do with a booking alone, and when; shared by the server and the manage page. */
import * as v from 'valibot';
import type { Booking } from './booking.ts';
import type { Calendar } from './calendar.ts';
import {
  bookingDateSchema,
  idSchema,
  seenAmountSchema,
  slotsSchema,
  versionSchema,
} from './field-schemas.ts';
import { isIban } from './iban.ts';
import type { PayerState } from './payer.ts';
import { awaitsCardPayment } from './payment-instructions.ts';
import { endOfPlay, startOfPlay } from './play-time.ts';
import { RESCHEDULE_NOTICE_HOURS } from './refund.ts';
import { MINIMUM_SLOTS, slotIndexOf } from './slot.ts';
import { dateError, pastSlotsError } from './slot-selection-errors.ts';
import { emailSchema, singleLineText } from './text-schemas.ts';

/** The header with the key of a manage link. */
export const BOOKING_KEY_HEADER = 'X-Booking-Key';

const HOUR_MS = 60 * 60_000;
/** How long the browser that booked may correct the email without confirmation from the old address. */
export const CONTACT_CORRECTION_MS = 24 * HOUR_MS;

type PlayedBooking = Pick<Booking, 'date' | 'slots' | 'status'>;

export type PlayState = 'cancelled' | 'over' | 'started' | 'upcoming';

function playStateOf(booking: PlayedBooking, now: number): PlayState {
  if (booking.status === 'cancelled') return 'cancelled';
  if (endOfPlay(booking) <= now) return 'over';
  return startOfPlay(booking) <= now ? 'started' : 'upcoming';
}

/** Why a customer can't do something alone: a short title, and what to do instead. */
export interface SelfServiceBlock {
  title: string;
  text: string;
}

const PLAY_STATE_BLOCKS: Record<Exclude<PlayState, 'upcoming'>, SelfServiceBlock> = {
  cancelled: { title: 'This booking is cancelled', text: 'Please book a new time.' },
  over: { title: 'This booking is over', text: 'Please call us about anything that went wrong.' },
  started: { title: 'This booking has started', text: 'Please talk to the reception or call us.' },
};

/** Why a customer can't cancel; null when they can. */
export function cancelBlock(booking: PlayedBooking, now: number): SelfServiceBlock | null {
  const state = playStateOf(booking, now);
  return state === 'upcoming' ? null : PLAY_STATE_BLOCKS[state];
}

/** Why a customer can't reschedule; null when they can. */
export function rescheduleBlock(
  booking: PlayedBooking & Pick<Booking, 'payment_method' | 'received'>,
  used: boolean,
  now: number,
): SelfServiceBlock | null {
  const state = playStateOf(booking, now);
  if (state !== 'upcoming') return PLAY_STATE_BLOCKS[state];
  if (used) {
    return {
      title: 'Free reschedule used',
      text: 'Each booking can be rescheduled once online. Please call us to move it again.',
    };
  }
  if (booking.slots.length < MINIMUM_SLOTS) {
    return {
      title: 'The reception moves half-hour bookings',
      text: 'Online, a booking takes at least one hour.',
    };
  }
  if (startOfPlay(booking) - now < RESCHEDULE_NOTICE_HOURS * HOUR_MS) {
    return {
      title: `Less than ${RESCHEDULE_NOTICE_HOURS} hours: call us`,
      text: `A booking can be rescheduled online until ${RESCHEDULE_NOTICE_HOURS} hours before it starts.`,
    };
  }
  if (awaitsCardPayment(booking)) {
    return { title: 'Your card payment is still open', text: 'Please finish the payment first.' };
  }
  return null;
}

/** Why a customer can't pay online; null when they can. */
export function payOnlineBlock(
  booking: Pick<Booking, 'status' | 'balance' | 'receipt_received'>,
): SelfServiceBlock | null {
  const { status, balance, receipt_received } = booking;
  if (status === 'cancelled') return PLAY_STATE_BLOCKS.cancelled;
  if (balance <= 0) return { title: 'This booking is paid', text: 'There is nothing left to pay.' };
  if (status === 'pending' && receipt_received) {
    return { title: 'We are checking your receipt', text: 'Please wait for our answer, or call us.' };
  }
  return null;
}

/** Why a player can neither pay nor leave; null when they can. */
export function payerBlock(
  booking: PlayedBooking,
  payer: { state: PayerState; position: number },
  now: number,
): SelfServiceBlock | null {
  const state = playStateOf(booking, now);
  if (state === 'cancelled' || state === 'over') return PLAY_STATE_BLOCKS[state];
  if (payer.position === 1)
    return { title: 'You made this booking', text: 'Please use the link in our message about it.' };
  return payer.state === 'left'
    ? { title: 'This place was given back', text: 'Please ask the host for a new link.' }
    : null;
}

/** Why a player can't pay a share; null when they can. */
export function shareBlock(
  booking: PlayedBooking,
  payer: { state: PayerState; position: number; balance: number },
  now: number,
): SelfServiceBlock | null {
  const block = payerBlock(booking, payer, now);
  if (block) return block;
  if (payer.state === 'waiting')
    return { title: 'You’re on the waiting list', text: 'There is nothing to pay until a place is free.' };
  if (payer.balance > 0) return null;
  return { title: 'Your share is paid', text: 'There is nothing left to pay.' };
}

/** Why a booking can't be split; null when it can. */
export function splitBlock(
  booking: PlayedBooking & Pick<Booking, 'series_id' | 'charge' | 'payment_method' | 'received'>,
  now: number,
): SelfServiceBlock | null {
  const state = playStateOf(booking, now);
  if (state !== 'upcoming') return PLAY_STATE_BLOCKS[state];
  if (booking.series_id !== null)
    return {
      title: 'This is one date of a weekly booking',
      text: 'Please ask the reception about its price.',
    };
  if (booking.charge === 0) return { title: 'This booking is free', text: 'There is nothing to share.' };
  if (awaitsCardPayment(booking))
    return { title: 'Your card payment is still open', text: 'Please finish the payment first.' };
  return null;
}

/** Why a customer can't move a booking to these slots; null when they can, if the slots are free. */
export function rescheduleTargetError(
  booking: Pick<Booking, 'court_id' | 'date' | 'slots'>,
  target: { court_id: number; date: string; slots: readonly string[] },
  context: { calendar: Calendar; now: number; daysAhead: number },
): string | null {
  const { court_id, date, slots } = target;
  if (court_id === booking.court_id && date === booking.date && slots.join() === booking.slots.join())
    return 'This is the time you already have. Please choose another one.';
  if (slots.length !== booking.slots.length)
    return `A rescheduled booking keeps its length: please choose ${booking.slots.length} slots.`;
  const { calendar, now, daysAhead } = context;
  const slotIndexes = slots.map(slotIndexOf).filter((slotIndex) => slotIndex !== null);
  return dateError(date, calendar, now, daysAhead) ?? pastSlotsError(date, slotIndexes, now);
}

export const cancelSchema = v.strictObject({
  version: v.optional(versionSchema),
  /** PKR that the customer saw as the refund; the server refuses any other amount and answers with the right one. */
  amount_back: v.optional(seenAmountSchema),
});

/** Pays a booking's balance online; credit is its member's. */
export const payOnlineSchema = v.strictObject({
  method: v.picklist(['card', 'credit'], 'Please choose card or credit.'),
  /** The balance in PKR that the customer saw; the server refuses any other and answers with the right one. */
  amount: seenAmountSchema,
});

export const customerRescheduleSchema = v.strictObject({
  court_id: idSchema,
  date: bookingDateSchema,
  slots: slotsSchema,
  /** The price in PKR that the customer saw. */
  amount: seenAmountSchema,
});
export type CustomerReschedule = v.InferOutput<typeof customerRescheduleSchema>;

const tokenSchema = v.pipe(v.string('The link is not valid.'), v.maxLength(1000, 'The link is not valid.'));

const REFUND_TITLE_MESSAGE = 'Enter the name on the account';
const REFUND_ACCOUNT_MESSAGE = 'Enter the IBAN, or the mobile number of a wallet';

/** Where a refund by transfer goes: an IBAN, or the mobile number of a wallet. */
export const refundAccountSchema = v.strictObject({
  title: v.pipe(
    singleLineText(REFUND_TITLE_MESSAGE),
    v.minLength(2, REFUND_TITLE_MESSAGE),
    v.maxLength(100, 'The name must be at most 100 characters'),
  ),
  account: v.pipe(
    singleLineText(REFUND_ACCOUNT_MESSAGE),
    v.transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
    v.check((text) => isIban(text) || /^\+?\d{10,15}$/.test(text), REFUND_ACCOUNT_MESSAGE),
  ),
});

export const contactCorrectionSchema = v.strictObject({
  email: emailSchema,
  /** Given to the browser that booked, in the answer of `POST /api/book`. */
  contact_key: v.optional(tokenSchema),
  /** The old address's confirmation, from its email. */
  confirmation: v.optional(tokenSchema),
});

export const manageLinksSchema = v.strictObject({ email: emailSchema });

/** A correction of a booking's email at the desk. */
export const adminContactSchema = v.strictObject({
  email: emailSchema,
  version: v.optional(versionSchema),
});

import * as v from 'valibot';
import { LEVELS } from '../match.ts';
import { MONEY_METHODS } from '../money-labels.ts';
import { leaveSchema, PAYER_STATES, payShareSchema, type REST_RULES, splitSchema } from '../payer.ts';
import { BOOKING_KEY_HEADER, refundAccountSchema } from '../self-service.ts';
import { count, date, id, instant, money, nullableText } from './base-schemas.ts';
import {
  instructionsSchema,
  paymentMethod,
  publicBookingSchema,
  transferQrSchema,
} from './booking-answers.ts';
import { statementEntrySchema, statementSchema } from './ledger-answers.ts';
import { receiptSchema } from './receipt-answers.ts';
import type { RouteContract } from './route-contract.ts';

export type RestRule = (typeof REST_RULES)[number];

/** A payer as the host sees them; the charges of all add up to the booking's. */
export const shareSchema = v.strictObject({
  id,
  /** 1 for the booking's customer, the host. */
  position: count,
  /** Empty when the host named nobody. */
  name: v.string(),
  state: v.picklist(PAYER_STATES),
  charge: money,
  received: money,
  /** Charge less received: above 0 to pay, below 0 to give back. */
  balance: money,
  /** How the player said to pay. */
  payment_method: v.nullable(paymentMethod),
  receipt_received: v.boolean(),
  /** What the player said when joining an open match. */
  level: v.nullable(v.picklist(LEVELS)),
  /** Until when a place of an open match is held unpaid; null once it is the player's. */
  hold_until: v.nullable(instant),
  /** To send to the player; absent once the player has entered a contact, for the host, and for admins. */
  join_url: v.exactOptional(v.string()),
});
export type Share = v.InferOutput<typeof shareSchema>;

/** A player as the reception sees them. */
export const adminPayerSchema = v.strictObject({
  ...v.omit(shareSchema, ['join_url']).entries,
  email: v.string(),
  phone: v.string(),
  user_id: v.nullable(id),
  /** Where a refund by transfer goes: the account's number and its title. */
  refund_account: nullableText,
  /** The host or the reception removed the player. */
  taken_off: v.boolean(),
  receipt: v.nullable(receiptSchema),
});
export type AdminPayer = v.InferOutput<typeof adminPayerSchema>;

/** What a sole payer owes for, in the words of pages, messages and lists. */
export const itemSchema = v.strictObject({
  kind: v.picklist(['event', 'purchase']),
  /** The number of the event or of the purchase. */
  id,
  title: v.string(),
  /** When and where an event takes place, or what a purchase is good for; a line each. */
  details: v.array(v.string()),
  /** Its public page; null when it has none. */
  page: nullableText,
  cancelled: v.boolean(),
});
export type ItemView = v.InferOutput<typeof itemSchema>;

/** A player in the details of their booking. */
export const bookingPayerSchema = v.strictObject({
  ...adminPayerSchema.entries,
  /** The credit that the player's account has left; null without an account. */
  credit: v.nullable(money),
  /** Dates at which the player's phone or email did not come, newest first, at most 10. */
  missed: v.array(date),
  /** What the reception turns to a player with a bank's app. */
  transfer_qr: v.nullable(transferQrSchema),
});
export type BookingPayer = v.InferOutput<typeof bookingPayerSchema>;

/** The page of a share: nothing of another player but a short name and whether they have paid. */
const sharePageSchema = v.strictObject({
  payer: v.strictObject({
    ...v.omit(shareSchema, ['position', 'join_url']).entries,
    email: v.string(),
    phone: v.string(),
    /** Why the reception did not accept the newest receipt; null while it waits or counts. */
    receipt_rejected: nullableText,
    /** A promise to pay at the club does not take the place. */
    prepaid: v.boolean(),
    /** How the money came, and so how a refund goes back; null while none has come. */
    paid_by: v.nullable(v.picklist(MONEY_METHODS)),
    refund_account: nullableText,
  }),
  booking: publicBookingSchema,
  court_name: v.string(),
  host_name: v.string(),
  players: v.array(v.strictObject({ name: v.string(), is_host: v.boolean(), paid: v.boolean() })),
  /** Until when the share is to be paid; null without a deadline. */
  pay_by: v.nullable(instant),
  instructions: v.nullable(instructionsSchema),
  /** PKR that would go back if the player left now; null when they cannot leave. */
  leave_gives_back: v.nullable(money),
  entries: v.array(statementEntrySchema),
  issuer: statementSchema.entries.issuer,
});

/** The page of a place in an event or of a purchase. */
const itemPageSchema = v.strictObject({
  payer: sharePageSchema.entries.payer,
  item: itemSchema,
  /** Until when it waits for its money; null once it is the payer's. */
  pay_by: v.nullable(instant),
  instructions: v.nullable(instructionsSchema),
  /** PKR that would go back if the payer gave it back now; null when they cannot. */
  leave_gives_back: v.nullable(money),
  entries: v.array(statementEntrySchema),
  issuer: statementSchema.entries.issuer,
});
export type ItemPage = v.InferOutput<typeof itemPageSchema>;

/** Players who share the price of a booking, and what payers of places and purchases do alone. */
export const PAYER_ROUTES = {
  'PUT /api/booking/:id/payers': {
    summary:
      'Split the price of one’s own booking between its players, or change the shares that nobody has paid',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: splitSchema,
    answer: v.strictObject({ payers: v.array(shareSchema) }),
  },
  'GET /api/payers/:id': {
    summary: 'Read one’s own share of a booking, place in an event or purchase',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    answer: v.union([sharePageSchema, itemPageSchema]),
  },
  'POST /api/payers/:id/pay': {
    summary: 'Pay one’s own share, or say how it will be paid',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: payShareSchema,
    answer: v.strictObject({
      payer: sharePageSchema.entries.payer,
      /** The player's own link: a contact makes another key. */
      join_url: v.string(),
      /** Card payments only: the provider's page. */
      payment_url: v.exactOptional(v.string()),
      /** Why the page could not be opened; the player pays again, or another way, with the new link. */
      payment_error: v.exactOptional(v.string()),
    }),
  },
  'POST /api/payers/:id/receipt': {
    summary: 'Upload the receipt of a bank transfer for one’s own share: `receipt`',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER],
    body: 'multipart/form-data',
    answer: v.strictObject({ receipt_received: v.boolean() }),
  },
  'PUT /api/payers/:id/refund-account': {
    summary: 'Say where the refund of one’s own share by bank transfer goes',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: refundAccountSchema,
    answer: v.strictObject({ refund_account: v.string() }),
  },
  'POST /api/payers/:id/leave': {
    summary:
      'Give one’s own place back under the refund policy, or take a player off as the host or an admin',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: leaveSchema,
    answer: v.strictObject({
      payer: v.strictObject({ id, state: v.picklist(PAYER_STATES), charge: money, balance: money }),
    }),
  },
} as const satisfies Record<string, RouteContract>;

import * as v from 'valibot';
import { MONEY_METHODS } from '../ledger.ts';
import { LEVELS } from '../match.ts';
import {
  leaveSchema,
  PLAYER_KEY_HEADER,
  PLAYER_STATES,
  payShareSchema,
  type REST_RULES,
  splitChangeSchema,
  splitSchema,
} from '../player.ts';
import { BOOKING_KEY_HEADER, refundAccountSchema } from '../self-service.ts';
import { date, id, instant, money, nullableText } from './base-schemas.ts';
import { instructionsSchema, publicBookingSchema, transferQrSchema } from './booking-answers.ts';
import { statementEntrySchema, statementSchema } from './ledger-answers.ts';
import { receiptSchema } from './receipt-answers.ts';
import type { RouteContract } from './route-contract.ts';

export type PlayerState = (typeof PLAYER_STATES)[number];
export type RestRule = (typeof REST_RULES)[number];

/** A share as the host sees it; the charges of all add up to the booking's. */
export const shareSchema = v.strictObject({
  id,
  is_host: v.boolean(),
  /** Empty when the host named nobody. */
  name: v.string(),
  state: v.picklist(PLAYER_STATES),
  charge: money,
  received: money,
  /** Charge less received: above 0 to pay, below 0 to give back. */
  balance: money,
  /** How the player said to pay. */
  payment_method: nullableText,
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
export const adminPlayerSchema = v.strictObject({
  ...v.omit(shareSchema, ['join_url']).entries,
  email: v.string(),
  phone: v.string(),
  user_id: v.nullable(id),
  /** The host or the reception removed the player. */
  taken_off: v.boolean(),
  receipt: v.nullable(receiptSchema),
});
export type AdminPlayer = v.InferOutput<typeof adminPlayerSchema>;

/** A player in the details of their booking. */
export const bookingPlayerSchema = v.strictObject({
  ...adminPlayerSchema.entries,
  refund_account: nullableText,
  /** The credit that the player's account has left; null without an account. */
  credit: v.nullable(money),
  /** Dates at which the player's phone or email did not come, newest first, at most 10. */
  missed: v.array(date),
  /** What the reception turns to a player with a bank's app. */
  transfer_qr: v.nullable(transferQrSchema),
});
export type BookingPlayer = v.InferOutput<typeof bookingPlayerSchema>;

/** The page of a share: nothing of another player but a short name and whether they have paid. */
const sharePageSchema = v.strictObject({
  player: v.strictObject({
    ...v.omit(shareSchema, ['is_host', 'join_url']).entries,
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

const sharesAnswer = v.strictObject({ players: v.array(shareSchema) });

/** Players who share the price of a booking. */
export const PLAYER_ROUTES = {
  'POST /api/booking/:id/players': {
    summary: 'Split the price of one’s own booking between its players, the host first',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: splitSchema,
    answer: sharesAnswer,
    status: 201,
  },
  'PUT /api/booking/:id/players': {
    summary: 'Change the shares that nobody has paid',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: splitChangeSchema,
    answer: sharesAnswer,
  },
  'GET /api/players/:id': {
    summary: 'Read one’s own share',
    access: 'anyone',
    headers: [PLAYER_KEY_HEADER],
    answer: sharePageSchema,
  },
  'POST /api/players/:id/pay': {
    summary: 'Pay one’s own share, or say how it will be paid',
    access: 'anyone',
    headers: [PLAYER_KEY_HEADER, 'Idempotency-Key'],
    body: payShareSchema,
    answer: v.strictObject({
      player: sharePageSchema.entries.player,
      /** The player's own link: a contact makes another key. */
      join_url: v.string(),
      /** Card payments only: the provider's page. */
      payment_url: v.exactOptional(v.string()),
      /** Why the page could not be opened; the player pays again, or another way, with the new link. */
      payment_error: v.exactOptional(v.string()),
    }),
  },
  'POST /api/players/:id/receipt': {
    summary: 'Upload the receipt of a bank transfer for one’s own share: `receipt`',
    access: 'anyone',
    headers: [PLAYER_KEY_HEADER],
    body: 'multipart/form-data',
    answer: v.strictObject({ receipt_received: v.boolean() }),
  },
  'PUT /api/players/:id/refund-account': {
    summary: 'Say where the refund of one’s own share by bank transfer goes',
    access: 'anyone',
    headers: [PLAYER_KEY_HEADER, 'Idempotency-Key'],
    body: refundAccountSchema,
    answer: v.strictObject({ refund_account: v.string() }),
  },
  'POST /api/players/:id/leave': {
    summary:
      'Give one’s own place back under the refund policy, or take a player off as the host or an admin',
    access: 'anyone',
    headers: [PLAYER_KEY_HEADER, BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: leaveSchema,
    answer: v.strictObject({
      player: v.strictObject({ id, state: v.picklist(PLAYER_STATES), charge: money, balance: money }),
    }),
  },
} as const satisfies Record<string, RouteContract>;

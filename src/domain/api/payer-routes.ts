import * as v from 'valibot';
import { handedLinkSchema } from '../handed-link.ts';
import { LEVELS } from '../match.ts';
import { leaveSchema, PAYER_STATES, payShareSchema, type REST_RULES, splitSchema } from '../payer.ts';
import { BOOKING_KEY_HEADER, refundAccountSchema } from '../self-service.ts';
import { count, date, id, instant, money, nullableText } from './base-schemas.ts';
import {
  instructionsSchema,
  moneyPartsSchema,
  paymentMethod,
  publicBookingSchema,
  transferQrSchema,
} from './booking-answers.ts';
import { statementEntrySchema, statementSchema } from './ledger-answers.ts';
import { receiptSchema } from './receipt-answers.ts';
import type { RouteContract } from './route-contract.ts';

export type RestRule = (typeof REST_RULES)[number];

/** A payer as the host sees them; all charges add up to the booking's. */
export const shareSchema = v.strictObject({
  id,
  /** 1 for the booking's customer, the host. */
  position: count,
  /** Empty when the host gave no name. */
  name: v.string(),
  state: v.picklist(PAYER_STATES),
  charge: money,
  received: money,
  /** `charge` minus `received`: positive to pay, negative to give back. */
  balance: money,
  /** How the player chose to pay. */
  payment_method: v.nullable(paymentMethod),
  receipt_received: v.boolean(),
  /** The level the player gave on joining an open match. */
  level: v.nullable(v.picklist(LEVELS)),
  /** How long a place in an open match is held unpaid; null once it belongs to the player. */
  hold_until: v.nullable(instant),
  /** The link to send to the player; absent once the player has entered a contact, for the host, and for admins. */
  join_url: v.exactOptional(v.string()),
});
export type Share = v.InferOutput<typeof shareSchema>;

export const adminPayerSchema = v.strictObject({
  ...v.omit(shareSchema, ['join_url']).entries,
  email: v.string(),
  phone: v.string(),
  user_id: v.nullable(id),
  /** Where a refund by transfer goes: account number and title. */
  refund_account: nullableText,
  /** The host or the reception removed the player. */
  taken_off: v.boolean(),
  receipt: v.nullable(receiptSchema),
});
export type AdminPayer = v.InferOutput<typeof adminPayerSchema>;

/** What a sole payer owes for, as worded in pages, messages and lists. */
export const itemSchema = v.strictObject({
  kind: v.picklist(['event', 'purchase']),
  /** The id of the event or purchase. */
  id,
  title: v.string(),
  /** When and where an event takes place, or what a purchase is good for; one line each. */
  details: v.array(v.string()),
  /**
   * Who answers for a place that is somebody else's: a child's guardian, or the friend whose address it has; null if
   * it is the payer's own.
   */
  contact_name: nullableText,
  /** What it costs; the lines add up to the payer's charge. */
  lines: v.array(v.strictObject({ label: v.string(), amount: money })),
  /** Its public page; null if it has none. */
  page: nullableText,
  cancelled: v.boolean(),
  /** When an event's first date begins and its last one ends; null for a purchase. */
  begins: v.nullable(instant),
  ends: v.nullable(instant),
  /** The player was seen at a date of the event. */
  attended: v.boolean(),
});
export type ItemView = v.InferOutput<typeof itemSchema>;

/** A player in the details of a booking. */
export const bookingPayerSchema = v.strictObject({
  ...adminPayerSchema.entries,
  /** The player's remaining credit; null without an account. */
  credit: v.nullable(money),
  /** No-shows of the player's phone or email, newest first, at most 10. */
  missed: v.array(date),
  /** Shown by the reception to a player with a banking app. */
  transfer_qr: v.nullable(transferQrSchema),
});
export type BookingPayer = v.InferOutput<typeof bookingPayerSchema>;

/** What matters most of a page, shown before its code has arrived. */
const pageSummarySchema = v.strictObject({ title: v.string(), heading: v.string(), lead: v.string() });
export type PageSummary = v.InferOutput<typeof pageSummarySchema>;

/** The page of a share. Other players appear with a short name and whether they have paid, nothing else. */
const sharePageSchema = v.strictObject({
  payer: v.strictObject({
    ...v.omit(shareSchema, ['position', 'join_url']).entries,
    email: v.string(),
    phone: v.string(),
    /** Why the reception rejected the newest receipt; null while it waits or counts. */
    receipt_rejected: nullableText,
    /** The place has to be paid for in advance. */
    prepaid: v.boolean(),
    /** The payer's own money that the club has. */
    paid_ways: moneyPartsSchema,
    refund_account: nullableText,
  }),
  booking: publicBookingSchema,
  court_name: v.string(),
  host_name: v.string(),
  players: v.array(v.strictObject({ name: v.string(), is_host: v.boolean(), paid: v.boolean() })),
  /** The payment deadline of the share; null without one. */
  pay_by: v.nullable(instant),
  instructions: v.nullable(instructionsSchema),
  /** PKR refunded if the player left now; null when they can't leave. */
  leave_gives_back: v.nullable(money),
  entries: v.array(statementEntrySchema),
  issuer: statementSchema.entries.issuer,
});

/** The page of a place in an event or of a purchase. */
const itemPageSchema = v.strictObject({
  summary: pageSummarySchema,
  payer: v.strictObject({
    ...sharePageSchema.entries.payer.entries,
    /** The member whose account says what else reaches them. */
    user_id: v.nullable(id),
    sms_updates: v.boolean(),
    updates_by: v.exactOptional(v.array(v.string())),
  }),
  item: itemSchema,
  /** How long it waits for its money; null once it is the payer's. */
  pay_by: v.nullable(instant),
  instructions: v.nullable(instructionsSchema),
  /** PKR that would be refunded if the payer gave it back now; null if they can't. */
  leave_gives_back: v.nullable(money),
  /** Unpaid places that came with this one; one payment can cover all of them. */
  together: v.array(
    v.strictObject({
      id,
      name: v.string(),
      balance: money,
      pay_by: v.nullable(instant),
      join_url: v.string(),
    }),
  ),
  entries: v.array(statementEntrySchema),
  issuer: statementSchema.entries.issuer,
});
export type ItemPage = v.InferOutput<typeof itemPageSchema>;

/** Players who share a booking's price, and what payers of places and purchases do themselves. */
export const PAYER_ROUTES = {
  'PUT /api/booking/:id/payers': {
    summary:
      'Split the price of one’s own booking between its players, or change the shares that nobody has paid',
    access: 'anyone',
    headers: [BOOKING_KEY_HEADER, 'Idempotency-Key'],
    body: splitSchema,
    answer: v.strictObject({ payers: v.array(shareSchema) }),
  },
  'POST /api/handed-link': {
    summary: 'Open a link that the reception handed over, once',
    access: 'anyone',
    headers: ['Idempotency-Key'],
    body: handedLinkSchema,
    answer: v.strictObject({ manage_url: v.string() }),
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
      /** The player's own link; giving a contact changes its key. */
      join_url: v.string(),
      /** Card payments only: the provider's page. */
      payment_url: v.exactOptional(v.string()),
      /** Why the payment page could not be opened; the new link lets the player try again or pay another way. */
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

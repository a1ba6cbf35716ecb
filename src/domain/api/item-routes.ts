import * as v from 'valibot';
import { itemReceiptRejectionSchema } from '../admin-inputs.ts';
import { itemEntryRequestSchema } from '../ledger.ts';
import { PAYER_STATES } from '../payer.ts';
import { id, instant, money, nullableText } from './base-schemas.ts';
import { moneyPartsSchema, paymentMethod } from './booking-answers.ts';
import { ledgerEntrySchema, payeeChangeSchema } from './ledger-answers.ts';
import { itemSchema } from './payer-routes.ts';
import { receiptSchema } from './receipt-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

/** Who owes for a place or a purchase, as the reception sees them. */
const adminItemPayerSchema = v.strictObject({
  id,
  item: itemSchema,
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  user_id: v.nullable(id),
  sms_updates: v.boolean(),
  updates_by: v.exactOptional(v.array(v.string())),
  state: v.picklist(PAYER_STATES),
  price: money,
  charge: money,
  received: money,
  balance: money,
  payment_method: v.nullable(paymentMethod),
  refund_account: nullableText,
  hold_until: v.nullable(instant),
  /** A receipt is waiting for a decision. */
  receipt_waits: v.boolean(),
  receipt: v.nullable(receiptSchema),
  /** The member's remaining credit; null without an account. */
  credit: v.nullable(money),
  /** How a refund is sent back. */
  ways: moneyPartsSchema,
  /** Changes of where a refund goes. */
  payee_changes: v.array(payeeChangeSchema),
  entries: v.array(ledgerEntrySchema),
});
export type AdminItemPayer = v.InferOutput<typeof adminItemPayerSchema>;

/** The money of places and purchases at the reception. */
export const ITEM_PAYER_ROUTES = {
  'GET /api/admin/payers/open': {
    summary: 'Who owes for a place in an event or a purchase, gets money back for one, or sent a receipt',
    access: 'staff',
    answer: data(v.array(adminItemPayerSchema)),
  },
  'GET /api/admin/payers/:id': {
    summary: 'Read who owes for a place in an event or a purchase, with the money',
    access: 'staff',
    answer: data(adminItemPayerSchema),
  },
  'POST /api/admin/payers/:id/payments': {
    summary: 'Record a payment for a place or a purchase',
    access: 'staff',
    headers: ['Idempotency-Key'],
    body: itemEntryRequestSchema,
    answer: data(v.strictObject({ entry: ledgerEntrySchema, payer: adminItemPayerSchema })),
    status: 201,
  },
  'POST /api/admin/payers/:id/refunds': {
    summary: 'Record a refund for a place or a purchase',
    access: 'staff',
    headers: ['Idempotency-Key'],
    body: itemEntryRequestSchema,
    answer: data(v.strictObject({ entry: ledgerEntrySchema, payer: adminItemPayerSchema })),
    status: 201,
  },
  'GET /api/admin/payers/:id/receipts/:receiptId': {
    summary: 'Read a picture of a receipt for a place or a purchase: an image',
    access: 'staff',
    answer: 'image/*',
  },
  'POST /api/admin/payers/:id/receipt/reject': {
    summary: 'Do not accept the receipt of a place or a purchase',
    access: 'staff',
    body: itemReceiptRejectionSchema,
    answer: data(adminItemPayerSchema),
  },
} as const satisfies Record<string, RouteContract>;

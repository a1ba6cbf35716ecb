import * as v from 'valibot';
import { MESSAGE_STATES } from '../outbox-message.ts';
import { count, id, instant, nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

export const outboxMessageSchema = v.strictObject({
  id,
  kind: v.string(),
  label: v.string(),
  channel: v.string(),
  /** The channel's name for people. */
  channel_label: v.string(),
  /** The channel that failed to deliver it; null unless another took over. */
  passed_from: nullableText,
  audience: v.picklist(['customer', 'club', 'account']),
  booking_id: v.nullable(id),
  /** An email address or phone number; null for messages to the club that have not been sent. */
  recipient: nullableText,
  state: v.picklist(MESSAGE_STATES),
  /** Why it was withdrawn or dropped, or the answer to the last attempt. */
  reason: nullableText,
  attempts: count,
  created_at: instant,
  /** The time of the next attempt; null unless the message is queued. */
  due_at: v.nullable(instant),
  /** When it was sent, delivered, read, saved, dropped, withdrawn or marked failed. */
  settled_at: v.nullable(instant),
});
export type OutboxMessageView = v.InferOutput<typeof outboxMessageSchema>;

const outboxPageSchema = v.strictObject({
  messages: v.array(outboxMessageSchema),
  next_cursor: v.nullable(v.number()),
  counts: v.strictObject({
    queued: count,
    sent: count,
    delivered: count,
    read: count,
    saved: count,
    failed: count,
    dropped: count,
    withdrawn: count,
  }),
  /** `files`: no mail server is set up, so each email is saved as an .eml file. */
  mail: v.picklist(['smtp', 'files']),
  sms: v.picklist(['on', 'off']),
});
export type OutboxPage = v.InferOutput<typeof outboxPageSchema>;

export const OUTBOX_ROUTES = {
  'GET /api/admin/event-stream': {
    summary: 'Follow what happens, as server-sent events',
    access: 'staff',
    answer: 'text/event-stream',
  },
  'GET /api/admin/outbox': {
    summary: 'List emails and SMS',
    access: 'staff',
    query: ['state', 'booking_id', 'limit', 'cursor'],
    answer: data(outboxPageSchema),
  },
  'POST /api/admin/outbox/:id/retry': {
    summary: 'Send a failed message again',
    access: 'staff',
    answer: data(outboxMessageSchema),
  },
} as const satisfies Record<string, RouteContract>;

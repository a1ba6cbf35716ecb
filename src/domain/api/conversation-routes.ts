import * as v from 'valibot';
import { conversationAnswerSchema, conversationReadSchema, pictureReceiptSchema } from '../conversation.ts';
import { MESSAGE_STATES } from '../outbox-message.ts';
import { count, id, instant, nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const conversationSchema = v.strictObject({
  id,
  /** What people call the channel. */
  channel_label: v.string(),
  phone: v.string(),
  /** As the customer of a booking with this number, or as the customer calls themself. */
  name: v.string(),
  last_at: instant,
  /** The beginning of the newest message. */
  last_text: v.string(),
  /** The reception has still to read it. */
  waits: v.boolean(),
});
export type Conversation = v.InferOutput<typeof conversationSchema>;

const conversationMessageSchema = v.strictObject({
  /** Unique within its source. */
  id,
  /** `form`: the customer wrote it with the contact form. */
  source: v.picklist(['chat', 'form']),
  from_club: v.boolean(),
  /** Who answered; null for the program and for customers. */
  author: nullableText,
  text: v.string(),
  at: instant,
  /** What became of the club's message, and why; null for a customer's. */
  state: v.nullable(v.picklist(MESSAGE_STATES)),
  reason: nullableText,
  /** What became of the customer's picture; null without one. */
  picture: v.nullable(v.picklist(['wanted', 'waits', 'receipt', 'refused'])),
  /** What the picture is the receipt of, and of which booking, if it is one. */
  receipt_of: nullableText,
  booking_id: v.nullable(id),
});
export type ConversationMessage = v.InferOutput<typeof conversationMessageSchema>;

const threadSchema = v.strictObject({
  conversation: conversationSchema,
  messages: v.array(conversationMessageSchema),
  /** What waits for a transfer under this number. */
  open_parts: v.array(v.strictObject({ payer_id: id, line: v.string() })),
  /** Until when an answer goes in free words; later a template carries it. */
  free_until: instant,
});

/** Chats with customers. */
export const CONVERSATION_ROUTES = {
  'GET /api/admin/conversations': {
    summary: 'List chats with customers',
    access: 'staff',
    answer: data(v.strictObject({ conversations: v.array(conversationSchema), waiting: count })),
  },
  'GET /api/admin/conversations/:id': {
    summary: 'Read a chat, with what the customer wrote by the contact form',
    access: 'staff',
    answer: data(threadSchema),
  },
  'PUT /api/admin/conversations/:id': {
    summary: 'Mark a chat read or unread',
    access: 'staff',
    body: conversationReadSchema,
    answer: data(threadSchema),
  },
  'POST /api/admin/conversations/:id/answer': {
    summary: 'Answer a customer in the chat',
    access: 'staff',
    body: conversationAnswerSchema,
    answer: data(threadSchema),
  },
  'GET /api/admin/conversations/pictures/:id': {
    summary: 'See a picture that a customer sent',
    access: 'staff',
    answer: 'image/*',
  },
  'POST /api/admin/conversations/pictures/:id/receipt': {
    summary: 'Make a picture that a customer sent the receipt of a booking, place or purchase',
    access: 'staff',
    body: pictureReceiptSchema,
    answer: data(threadSchema),
  },
} as const satisfies Record<string, RouteContract>;

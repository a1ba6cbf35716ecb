import * as v from 'valibot';
import { messageReadSchema } from '../admin-inputs.ts';
import { contactSchema } from '../contact-form.ts';
import { id, instant } from './base-schemas.ts';
import { messageSchema } from './common-answers.ts';
import { data, type RouteContract } from './route-contract.ts';

export const contactMessageSchema = v.strictObject({
  id,
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  created_at: instant,
  read: v.boolean(),
});
export type AdminContactMessage = v.InferOutput<typeof contactMessageSchema>;

export const CONTACT_ROUTES = {
  'POST /api/contact': {
    summary: 'Send the club a message',
    access: 'anyone',
    body: contactSchema,
    answer: messageSchema,
    status: 201,
  },
  'GET /api/admin/messages': {
    summary: 'List messages from the contact form',
    access: 'staff',
    query: ['q', 'limit', 'cursor', 'unread'],
    answer: data(
      v.strictObject({
        messages: v.array(contactMessageSchema),
        total: v.number(),
        unread: v.number(),
        next_cursor: v.nullable(v.string()),
      }),
    ),
  },
  'PUT /api/admin/messages/:id': {
    summary: 'Mark a message read or unread',
    access: 'staff',
    body: messageReadSchema,
    answer: data(v.strictObject({ message: contactMessageSchema })),
  },
} as const satisfies Record<string, RouteContract>;

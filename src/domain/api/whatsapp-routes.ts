import * as v from 'valibot';
import { testTextSchema } from '../machine-settings.ts';
import { nullableText } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** WhatsApp; served while it is set up. */
export const WHATSAPP_ROUTES = {
  'GET /api/whatsapp': {
    summary: 'Show WhatsApp that this address is the club’s',
    access: 'anyone',
    query: ['hub.mode', 'hub.verify_token', 'hub.challenge'],
    answer: 'text/plain',
  },
  'POST /api/whatsapp': {
    summary: 'Receive what happened in WhatsApp, signed by it',
    access: 'anyone',
    headers: ['X-Hub-Signature-256'],
    body: 'application/json',
    answer: v.strictObject({ received: v.literal(true) }),
  },
  'GET /api/admin/whatsapp': {
    summary: 'How WhatsApp works for the club, and what it says about the templates',
    access: 'owner',
    answer: data(
      v.strictObject({
        /** Why nothing can be sent; null while it works. */
        fault: nullableText,
        /** The address that Meta calls. */
        webhook_url: v.string(),
        templates: v.array(
          v.strictObject({
            /** What the message is about. */
            label: v.string(),
            text: v.string(),
            state: v.string(),
            category: v.string(),
            reason: v.string(),
            usable: v.boolean(),
          }),
        ),
      }),
    ),
  },
  'POST /api/admin/whatsapp/test': {
    summary: 'Send a test by WhatsApp and read the answer',
    access: 'owner',
    body: testTextSchema,
    answer: v.strictObject({ sent: v.boolean(), answer: v.string() }),
  },
} as const satisfies Record<string, RouteContract>;

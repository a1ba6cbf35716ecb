import * as v from 'valibot';
import type { RouteContract } from './route-contract.ts';

const redirect = { access: 'anyone', answer: 'redirect', status: 303 } as const;

/** Called by the card provider and by browsers coming back from it; served only while a provider is set up. */
export const PAYMENT_ROUTES = {
  'POST /api/payments/callback/safepay': {
    summary: 'Receive a payment report signed by the provider',
    access: 'anyone',
    headers: ['X-SFPY-Signature'],
    body: 'application/json',
    answer: v.strictObject({ received: v.literal(true) }),
  },
  'GET /api/payments/return': { summary: 'Come back from the payment page', ...redirect },
  'POST /api/payments/return': {
    summary: 'Come back from the payment page with a signature',
    body: 'application/x-www-form-urlencoded',
    ...redirect,
  },
  'GET /api/payments/cancel/:token': { summary: 'Come back from the payment page and cancel', ...redirect },
} as const satisfies Record<string, RouteContract>;

/**
 * The API contract: access, request and answer of every route. Handlers on the server and calls in the browser take
 * their types from here, and `/api/openapi.json` is generated from it.
 */

import type * as v from 'valibot';
import { ACCOUNT_ROUTES } from './api/account-routes.ts';
import { ADD_ON_ROUTES } from './api/add-on-routes.ts';
import { ADMIN_BOOKING_ROUTES } from './api/admin-booking-routes.ts';
import { BACKUP_ROUTES } from './api/backup-routes.ts';
import { BANK_ROUTES } from './api/bank-routes.ts';
import { BOOKING_ROUTES } from './api/booking-routes.ts';
import { CALENDAR_ROUTES } from './api/calendar-routes.ts';
import { CONTACT_ROUTES } from './api/contact-routes.ts';
import { CONVERSATION_ROUTES } from './api/conversation-routes.ts';
import { COURT_ROUTES } from './api/court-routes.ts';
import { CUSTOMER_ROUTES } from './api/customer-routes.ts';
import { DAY_ROUTES } from './api/day-routes.ts';
import { EVENT_ROUTES } from './api/event-routes.ts';
import { FEED_ROUTES } from './api/feed-routes.ts';
import { HEALTH_ROUTES } from './api/health-routes.ts';
import { INBOX_ROUTES } from './api/inbox-routes.ts';
import { INSIGHT_ROUTES } from './api/insight-routes.ts';
import { INVITATION_ROUTES } from './api/invitation-routes.ts';
import { ITEM_PAYER_ROUTES } from './api/item-routes.ts';
import { LEDGER_ROUTES } from './api/ledger-routes.ts';
import { MATCH_ROUTES } from './api/match-routes.ts';
import { OUTBOX_ROUTES } from './api/outbox-routes.ts';
import { PAYER_ROUTES } from './api/payer-routes.ts';
import { PAYMENT_ROUTES } from './api/payment-routes.ts';
import { PERSONAL_DATA_ROUTES } from './api/personal-data-routes.ts';
import { PLAN_ROUTES } from './api/plan-routes.ts';
import { PROMO_CODE_ROUTES } from './api/promo-code-routes.ts';
import { SECOND_FACTOR_ROUTES } from './api/second-factor-routes.ts';
import { SERIES_ROUTES } from './api/series-routes.ts';
import { SETTINGS_ROUTES } from './api/settings-routes.ts';
import { TOURNAMENT_ROUTES } from './api/tournament-routes.ts';
import { USER_ROUTES } from './api/user-routes.ts';
import { WAITLIST_ROUTES } from './api/waitlist-routes.ts';
import { WHATSAPP_ROUTES } from './api/whatsapp-routes.ts';

export type { Access, RouteContract, StaffRight } from './api/route-contract.ts';

export const API = {
  ...BOOKING_ROUTES,
  ...CONTACT_ROUTES,
  ...HEALTH_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ADMIN_BOOKING_ROUTES,
  ...DAY_ROUTES,
  ...INBOX_ROUTES,
  ...INSIGHT_ROUTES,
  ...USER_ROUTES,
  ...OUTBOX_ROUTES,
  ...BACKUP_ROUTES,
  ...CALENDAR_ROUTES,
  ...COURT_ROUTES,
  ...CUSTOMER_ROUTES,
  ...ADD_ON_ROUTES,
  ...PROMO_CODE_ROUTES,
  ...PLAN_ROUTES,
  ...FEED_ROUTES,
  ...LEDGER_ROUTES,
  ...BANK_ROUTES,
  ...SETTINGS_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...INVITATION_ROUTES,
  ...PERSONAL_DATA_ROUTES,
  ...PAYMENT_ROUTES,
  ...PAYER_ROUTES,
  ...ITEM_PAYER_ROUTES,
  ...MATCH_ROUTES,
  ...EVENT_ROUTES,
  ...TOURNAMENT_ROUTES,
  ...SERIES_ROUTES,
  ...WAITLIST_ROUTES,
  ...CONVERSATION_ROUTES,
  ...WHATSAPP_ROUTES,
};

export type ApiRoute = keyof typeof API;

/** The JSON of a route's successful answer. */
export type ApiAnswer<R extends ApiRoute> = (typeof API)[R] extends {
  answer: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : never;

/** A route's JSON body: `undefined` for none, `never` for a form or a file. */
export type ApiBody<R extends ApiRoute> = (typeof API)[R] extends { body: infer S }
  ? S extends v.GenericSchema
    ? v.InferInput<S>
    : never
  : undefined;

export type ApiParams<R extends string> = R extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ApiParams<Tail>
    : Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
  : never;

/**
 * The API's contract: for each route its access, what it takes and what it answers. The server's handlers
 * and the browser's calls take their types from here, and `/api/openapi.json` is made from it.
 */
import type * as v from 'valibot';
import { ACCOUNT_ROUTES } from './api/account-routes.ts';
import { ADMIN_ROUTES } from './api/admin-routes.ts';
import { CALENDAR_ROUTES } from './api/calendar-routes.ts';
import { COURT_ROUTES } from './api/court-routes.ts';
import { CUSTOMER_ROUTES } from './api/customer-routes.ts';
import { EXTRA_ROUTES } from './api/extra-routes.ts';
import { FEED_ROUTES } from './api/feed-routes.ts';
import { LEDGER_ROUTES } from './api/ledger-routes.ts';
import { SECOND_FACTOR_ROUTES } from './api/second-factor-routes.ts';
import { SERIES_ROUTES } from './api/series-routes.ts';
import { SETTINGS_ROUTES } from './api/settings-routes.ts';
import { USER_ACCESS_ROUTES } from './api/user-access-routes.ts';
import { VISITOR_ROUTES } from './api/visitor-routes.ts';
import { WAITING_LIST_ROUTES } from './api/waiting-list-routes.ts';

export type { Access, RouteContract } from './api/contract.ts';

export const API = {
  ...VISITOR_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ADMIN_ROUTES,
  ...CALENDAR_ROUTES,
  ...COURT_ROUTES,
  ...CUSTOMER_ROUTES,
  ...EXTRA_ROUTES,
  ...FEED_ROUTES,
  ...LEDGER_ROUTES,
  ...SETTINGS_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...USER_ACCESS_ROUTES,
  ...SERIES_ROUTES,
  ...WAITING_LIST_ROUTES,
};

export type ApiRoute = keyof typeof API;

/** What a route's success answers, as JSON. */
export type ApiAnswer<R extends ApiRoute> = (typeof API)[R] extends {
  answer: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : never;

/** What a route takes as its JSON body: `undefined` for none, `never` for a form or a file. */
export type ApiBody<R extends ApiRoute> = (typeof API)[R] extends { body: infer S }
  ? S extends v.GenericSchema
    ? v.InferInput<S>
    : never
  : undefined;

/** The names of a route's path parameters. */
export type ApiParams<R extends string> = R extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ApiParams<Tail>
    : Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
  : never;

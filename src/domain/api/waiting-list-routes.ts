import * as v from 'valibot';
import {
  type AdminWish,
  OFFER_STATES,
  type Offer,
  type OfferForCustomer,
  WAITING_KEY_HEADER,
  WISH_STATES,
  type Wish,
  wishSchema as wishRequestSchema,
} from '../waiting-list.ts';
import { count, date, id, instant, type SchemaOf, startTime } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const wishEntries = {
  id,
  date,
  from: startTime,
  until: startTime,
  duration: count,
  court_id: v.nullable(id),
  state: v.picklist(WISH_STATES),
};
const wishSchema: SchemaOf<Wish> = v.strictObject(wishEntries);

const offerEntries = {
  id,
  court_id: id,
  court_name: v.string(),
  date,
  slots: v.array(startTime),
  state: v.picklist(OFFER_STATES),
  expires_at: instant,
};
export const offerSchema: SchemaOf<Offer> = v.strictObject(offerEntries);
const contactEntries = { name: v.string(), email: v.string(), phone: v.string() };
const offerForCustomerSchema: SchemaOf<OfferForCustomer> = v.strictObject({
  ...offerEntries,
  ...contactEntries,
  sms_updates: v.boolean(),
});
const adminWishSchema: SchemaOf<AdminWish> = v.strictObject({
  ...wishEntries,
  ...contactEntries,
  created_at: instant,
  offer: v.nullable(offerSchema),
  offers: count,
});
const answerWish = v.strictObject({ wish: wishSchema });

/** Waiting for a time on a full day, and the offers of what frees. */
export const WAITING_LIST_ROUTES = {
  'POST /api/waiting-list': {
    summary: 'Wait for a time; guests confirm by a link, members’ own addresses need none',
    access: 'anyone',
    body: wishRequestSchema,
    answer: answerWish,
    status: 201,
  },
  'GET /api/waiting-list/:id': {
    summary: 'Read what one waits for, with the key of its link',
    access: 'anyone',
    headers: [WAITING_KEY_HEADER],
    answer: answerWish,
  },
  'POST /api/waiting-list/:id/confirm': {
    summary: 'Confirm a guest’s wish, with the key of its link',
    access: 'anyone',
    headers: [WAITING_KEY_HEADER],
    answer: answerWish,
  },
  'DELETE /api/waiting-list/:id': {
    summary: 'Leave the waiting list, with the key of the link',
    access: 'anyone',
    headers: [WAITING_KEY_HEADER],
    answer: answerWish,
  },
  'GET /api/offers/:id': {
    summary: 'Read an offer, with the key of its link; `POST /api/book` with `offer` accepts it',
    access: 'anyone',
    headers: [WAITING_KEY_HEADER],
    answer: v.strictObject({ offer: offerForCustomerSchema }),
  },
  'GET /api/admin/waiting-list': {
    summary: 'List who waits for a time on a business day, today without a date',
    access: 'staff',
    query: ['date'],
    answer: data(v.strictObject({ wishes: v.array(adminWishSchema) })),
  },
  'DELETE /api/admin/offers/:id': {
    summary: 'End an offer, so that the next customer gets it',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
} as const satisfies Record<string, RouteContract>;

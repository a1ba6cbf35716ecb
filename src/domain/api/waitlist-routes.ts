import * as v from 'valibot';
import { OFFER_STATES, WAITLIST_KEY_HEADER, WAITLIST_STATES, waitlistInputSchema } from '../waitlist.ts';
import { count, date, id, instant, startTime } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

const waitlistEntrySchema = v.strictObject({
  id,
  date,
  /** The earliest start and the latest end. */
  from: startTime,
  until: startTime,
  /** Minutes. */
  duration: count,
  /** Null for any court. */
  court_id: v.nullable(id),
  state: v.picklist(WAITLIST_STATES),
  /** Where messages about it go; empty if only a phone was given. */
  email: v.string(),
  sms_updates: v.boolean(),
  updates_by: v.exactOptional(v.array(v.string())),
});
export type WaitlistEntry = v.InferOutput<typeof waitlistEntrySchema>;

/** Slots held for one entry. */
export const offerSchema = v.strictObject({
  id,
  court_id: id,
  court_name: v.string(),
  date,
  /** In playing order. */
  slots: v.array(startTime),
  state: v.picklist(OFFER_STATES),
  expires_at: instant,
});
export type Offer = v.InferOutput<typeof offerSchema>;

/** An offer as the holder of its link sees it; the contact fills in the wizard. */
const offerForCustomerSchema = v.strictObject({
  ...offerSchema.entries,
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  sms_updates: v.boolean(),
  updates_by: v.exactOptional(v.array(v.string())),
});
export type OfferForCustomer = v.InferOutput<typeof offerForCustomerSchema>;

const adminWaitlistEntrySchema = v.strictObject({
  ...waitlistEntrySchema.entries,
  name: v.string(),
  phone: v.string(),
  created_at: instant,
  /** The offer currently held for it. */
  offer: v.nullable(offerSchema),
  /** How many offers it has had. */
  offers: count,
});
export type AdminWaitlistEntry = v.InferOutput<typeof adminWaitlistEntrySchema>;
const entryAnswer = v.strictObject({ entry: waitlistEntrySchema });

/** What is held for the entry at this moment. */
const heldOfferSchema = v.strictObject({
  court_name: v.string(),
  slots: v.array(startTime),
  expires_at: instant,
  /** The wizard at its last step, with the key of the offer. */
  url: v.string(),
});
export type HeldOffer = v.InferOutput<typeof heldOfferSchema>;

/** Waiting for a time on a full day, and offers of slots that become free. */
export const WAITLIST_ROUTES = {
  'POST /api/waitlist': {
    summary: 'Join the waiting list; guests confirm by a link, members’ own addresses need none',
    access: 'anyone',
    body: waitlistInputSchema,
    answer: entryAnswer,
    status: 201,
  },
  'GET /api/waitlist/:id': {
    summary: 'Read a waiting list entry and what is held for it, with the key of its link',
    access: 'anyone',
    headers: [WAITLIST_KEY_HEADER],
    answer: v.strictObject({ entry: waitlistEntrySchema, offer: v.nullable(heldOfferSchema) }),
  },
  'POST /api/waitlist/:id/confirm': {
    summary: 'Confirm a guest’s entry, with the key of its link',
    access: 'anyone',
    headers: [WAITLIST_KEY_HEADER],
    answer: entryAnswer,
  },
  'DELETE /api/waitlist/:id': {
    summary: 'Leave the waiting list, with the key of the link',
    access: 'anyone',
    headers: [WAITLIST_KEY_HEADER],
    answer: entryAnswer,
  },
  'GET /api/offers/:id': {
    summary: 'Read an offer, with the key of its link; `POST /api/book` with `offer` accepts it',
    access: 'anyone',
    headers: [WAITLIST_KEY_HEADER],
    answer: v.strictObject({ offer: offerForCustomerSchema }),
  },
  'GET /api/admin/waitlist': {
    summary: 'List who is waiting for a time on a business day, by default today',
    access: 'staff',
    query: ['date'],
    answer: data(v.strictObject({ entries: v.array(adminWaitlistEntrySchema) })),
  },
  'POST /api/admin/waitlist/:id/confirm': {
    summary: 'Confirm an entry for a guest on the phone, whom no email reaches',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
  'DELETE /api/admin/offers/:id': {
    summary: 'End an offer, so that the next customer gets it',
    access: 'staff',
    answer: data(v.strictObject({ id })),
  },
} as const satisfies Record<string, RouteContract>;

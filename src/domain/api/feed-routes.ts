import * as v from 'valibot';
import { FEED_AUDIENCES, FEED_CONTENTS, newFeedSchema } from '../calendar-feed.ts';
import { id, instant } from './base-schemas.ts';
import { data, type RouteContract } from './route-contract.ts';

/** A calendar that phones and computers subscribe to by its secret address. */
const feedSchema = v.strictObject({
  id,
  label: v.string(),
  audience: v.picklist(FEED_AUDIENCES),
  /** `bookings` also includes the closures of its courts. */
  content: v.picklist(FEED_CONTENTS),
  /** Null for all courts. */
  court_id: v.nullable(id),
  /** The owner it belongs to. */
  user_name: v.string(),
  created_at: instant,
});
export type CalendarFeed = v.InferOutput<typeof feedSchema>;

/** The keys of the calendar feeds, which are served at `/calendar/<key>.ics`. */
export const FEED_ROUTES = {
  'GET /api/admin/feeds': {
    summary: 'List the calendar feeds',
    access: 'owner',
    answer: data(v.strictObject({ feeds: v.array(feedSchema) })),
  },
  'POST /api/admin/feeds': {
    summary: 'Add a calendar feed; only this answer has its address',
    access: 'owner',
    reauthenticate: true,
    body: newFeedSchema,
    answer: data(v.strictObject({ feed: feedSchema, url: v.string() })),
    status: 201,
  },
  'DELETE /api/admin/feeds/:id': {
    summary: 'Revoke a calendar feed',
    access: 'owner',
    answer: data(v.strictObject({ id })),
  },
} as const satisfies Record<string, RouteContract>;

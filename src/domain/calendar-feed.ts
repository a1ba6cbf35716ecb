import * as v from 'valibot';
import { singleLineText } from './text-schemas.ts';

export type { CalendarFeed } from './api/feed-routes.ts';

/** Whom a feed is for: only an owner's feed contains names, phone numbers, amounts and reasons. */
export const FEED_AUDIENCES = ['owner', 'coach'] as const;
export const FEED_CONTENTS = ['bookings', 'closures'] as const;

export const newFeedSchema = v.strictObject({
  label: v.pipe(
    singleLineText('Please enter a name for this feed.'),
    v.nonEmpty('Please enter a name for this feed.'),
    v.maxLength(60, 'At most 60 characters.'),
  ),
  audience: v.picklist(FEED_AUDIENCES, 'Please choose who reads this feed.'),
  content: v.picklist(FEED_CONTENTS, 'Please choose bookings or closures.'),
  court_id: v.optional(
    v.nullable(v.pipe(v.number('Please choose a court.'), v.integer('Please choose a court.'))),
    null,
  ),
});
export type NewFeed = v.InferOutput<typeof newFeedSchema>;

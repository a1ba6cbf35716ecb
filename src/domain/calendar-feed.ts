import * as v from 'valibot';
import { requiredLine } from './text-schemas.ts';

/** Only an owner's feed contains names, phone numbers, amounts and reasons. */
export const FEED_AUDIENCES = ['owner', 'coach'] as const;
export const FEED_CONTENTS = ['bookings', 'closures'] as const;

export const newFeedSchema = v.strictObject({
  label: requiredLine('Please enter a name for this feed.', 60),
  audience: v.picklist(FEED_AUDIENCES, 'Please choose who this feed is for.'),
  content: v.picklist(FEED_CONTENTS, 'Please choose bookings or closures.'),
  court_id: v.optional(
    v.nullable(v.pipe(v.number('Please choose a court.'), v.integer('Please choose a court.'))),
    null,
  ),
});
export type NewFeed = v.InferOutput<typeof newFeedSchema>;

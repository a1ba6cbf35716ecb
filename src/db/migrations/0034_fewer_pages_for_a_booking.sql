-- One row a booking, in the order of the bookings, so that the bookings of one commit share a page: with random digests
-- in front each booking changed three pages of its own. `src/bookings/booking-counts-by-origin.ts` remembers which bookings a
-- digest has.
CREATE TABLE booking_origin_rebuilt (
  booking_id INTEGER PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  keys TEXT NOT NULL CHECK (json_valid(keys)),
  created_at INTEGER NOT NULL,
  slots INTEGER NOT NULL CHECK (slots > 0)
) STRICT;
INSERT INTO booking_origin_rebuilt (booking_id, keys, created_at, slots)
  SELECT booking_id, json_group_array(key), min(created_at), min(slots) FROM booking_origin GROUP BY booking_id;
DROP TABLE booking_origin;
ALTER TABLE booking_origin_rebuilt RENAME TO booking_origin;

-- Only failed messages are few and looked for often; every message was written into this index, and again when it was sent.
DROP INDEX outbox_state;
CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed';

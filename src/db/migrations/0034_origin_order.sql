-- In the order of the bookings, so that bookings of one commit share a page: with random digests in front each booking
-- changed three pages of its own. `src/bookings/booking-origin.ts` remembers which bookings a digest has.
CREATE TABLE booking_origin_rebuilt (
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  slots INTEGER NOT NULL CHECK (slots > 0),
  PRIMARY KEY (booking_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO booking_origin_rebuilt (booking_id, key, created_at, slots)
  SELECT booking_id, key, created_at, slots FROM booking_origin WHERE true ORDER BY booking_id, key
  ON CONFLICT DO NOTHING;
DROP TABLE booking_origin;
ALTER TABLE booking_origin_rebuilt RENAME TO booking_origin;

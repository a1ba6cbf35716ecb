-- Digests of the networks, contacts and members behind each online booking, so that limits count real bookings.
CREATE TABLE booking_origin (
  key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  slots INTEGER NOT NULL CHECK (slots > 0),
  PRIMARY KEY (key, created_at, booking_id)
) STRICT, WITHOUT ROWID;

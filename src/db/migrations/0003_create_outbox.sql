-- A guest ticked text messages for this booking; members decide by their preferences.
ALTER TABLE booking ADD COLUMN sms_updates INTEGER NOT NULL DEFAULT 0 CHECK (sms_updates IN (0, 1));

-- One row a message, written with what it tells of. What it says is drawn from the other rows when it is
-- sent; `details` holds only what stands nowhere else, and is emptied once the message is out.
-- urgency 0 goes before 1. not_before is the moment it is meant for, next_at the moment of the next try; both epoch milliseconds.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
  audience TEXT NOT NULL CHECK (audience IN ('customer', 'club', 'account')),
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  contact_id INTEGER REFERENCES contact_message (id) ON DELETE CASCADE,
  recipient TEXT,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
  message_id TEXT NOT NULL,
  urgency INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed', 'withdrawn')),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  first_tried_at INTEGER,
  not_before INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  lease_owner TEXT,
  leased_until INTEGER,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX outbox_queue ON outbox (channel, urgency, id) WHERE state = 'queued';
CREATE INDEX outbox_booking ON outbox (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX outbox_state ON outbox (state, id);
CREATE INDEX outbox_user ON outbox (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX outbox_contact ON outbox (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX booking_day ON booking (date);

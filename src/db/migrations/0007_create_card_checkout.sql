-- Card payments under way, one for each booking by card. reference is the provider's number, token the
-- secret of the address a customer who gives up comes back to; amount in PKR, instants in milliseconds.
CREATE TABLE checkout (
  booking_id INTEGER PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  reference TEXT UNIQUE CHECK (length(reference) <= 100),
  payment_url TEXT,
  token TEXT NOT NULL UNIQUE,
  amount INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'released', 'refund_due')),
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
) STRICT;
CREATE INDEX checkout_due ON checkout (expires_at) WHERE state = 'open';

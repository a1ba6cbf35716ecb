-- The kinds of messages about card payments get the names that the code uses. The keys stay, because a changed
-- key would queue the same message a second time.
UPDATE outbox SET kind = 'payment.unmatched' WHERE kind = 'payment.stray';
UPDATE outbox SET kind = 'club.unmatched' WHERE kind = 'club.stray';
UPDATE outbox SET kind = 'payment.amount_mismatch' WHERE kind = 'payment.differs';
UPDATE outbox SET kind = 'club.amount_mismatch' WHERE kind = 'club.differs';

-- A message to a customer has its recipient from the start.
UPDATE outbox SET recipient = (
  SELECT iif(outbox.channel = 'sms', booking.phone, booking.email) FROM booking WHERE booking.id = outbox.booking_id
) WHERE recipient IS NULL AND audience = 'customer';

-- The mailbox or phone number whose messages are counted, for messages that strangers can cause.
ALTER TABLE outbox ADD COLUMN limit_key TEXT;
CREATE INDEX outbox_limit_key ON outbox (limit_key) WHERE limit_key IS NOT NULL;
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;

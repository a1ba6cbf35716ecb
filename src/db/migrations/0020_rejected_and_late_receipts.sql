-- A receipt that an admin did not accept; rejected_at is epoch milliseconds, the reason was told to the customer.
ALTER TABLE receipt ADD COLUMN rejected_at INTEGER;
ALTER TABLE receipt ADD COLUMN rejected_reason TEXT;
-- Released bookings whose receipt came too late and waits for a decision.
CREATE INDEX booking_late_receipt ON booking (id)
  WHERE status = 'cancelled' AND pay_by IS NOT NULL AND payment_receipt IS NOT NULL;

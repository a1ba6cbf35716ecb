-- Until when an unpaid booking holds its slots, and when its customer is reminded; epoch milliseconds. Bookings
-- made before have no deadline. A cancelled booking keeps the deadline that it missed. Card payments that are
-- under way move their deadline here.
ALTER TABLE booking ADD COLUMN pay_by INTEGER;
ALTER TABLE booking ADD COLUMN remind_at INTEGER;
UPDATE booking SET pay_by = (SELECT expires_at FROM checkout WHERE booking_id = booking.id)
  WHERE status = 'pending' AND id IN (SELECT booking_id FROM checkout WHERE state = 'open');
CREATE INDEX booking_pay_by ON booking (pay_by) WHERE pay_by IS NOT NULL AND status = 'pending';
CREATE INDEX booking_remind_at ON booking (remind_at) WHERE remind_at IS NOT NULL;
UPDATE checkout SET state = 'released', settled_at = expires_at
  WHERE state = 'open' AND booking_id IN (SELECT id FROM booking WHERE status = 'cancelled');
DROP INDEX checkout_due;
ALTER TABLE checkout DROP COLUMN expires_at;

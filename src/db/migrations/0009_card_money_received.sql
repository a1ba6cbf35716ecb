-- What came by card for a booking, in PKR, however it compares with the price; null while nothing came.
ALTER TABLE booking ADD COLUMN card_received INTEGER CHECK (card_received >= 0);
UPDATE booking SET card_received = (SELECT amount FROM checkout WHERE booking_id = booking.id AND state = 'paid')
  WHERE id IN (SELECT booking_id FROM checkout WHERE state = 'paid');
-- The last sum the provider told of a checkout that is not the one it was opened for.
ALTER TABLE checkout ADD COLUMN other_amount REAL;

-- The receipts that wait for the reception.
CREATE INDEX booking_receipt_waiting ON booking (date)
  WHERE status = 'pending' AND payment_receipt IS NOT NULL;

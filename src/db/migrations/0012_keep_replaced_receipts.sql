-- A replaced receipt keeps its file. The newest row of a booking is its receipt; path is null only where an
-- earlier version of the program deleted the file.
DROP INDEX receipt_current;
CREATE INDEX receipt_booking ON receipt (booking_id);

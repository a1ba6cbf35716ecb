-- The reception sells half an hour where a gap has no room for an hour. The CHECKs of `duration` allow 60 minutes and
-- more, and only a rebuild of the table could change them, so a booking of half an hour has no duration here.
ALTER TABLE booking ALTER COLUMN duration DROP NOT NULL;
ALTER TABLE booking ADD CONSTRAINT booking_half_hour
  CHECK (duration IS NOT NULL OR json_array_length(slots) = 1);

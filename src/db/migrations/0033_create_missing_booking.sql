-- A booking that the club lost with its machine, by the number in an email to the club. `facts` is JSON, and null when
-- the reception is done with it; the number stays, so that the next reading of the same emails does not list it again.
CREATE TABLE missing_booking (
  id INTEGER PRIMARY KEY,
  facts TEXT
) STRICT;

-- `kind:booking:suffix` becomes `booking:kind:suffix`: the messages of one commit changed pages all over the index of the
-- keys. A key that stays as it was would send the same message twice.
UPDATE outbox SET key = booking_id || ':' || substr(key, 1, instr(key, ':')) || substr(key, instr(key, ':') + length(booking_id) + 2)
WHERE substr(key, instr(key, ':') + 1, length(booking_id) + 1) = booking_id || ':';

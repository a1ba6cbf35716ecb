-- Bookings that do not overlap, each of another customer: 60 courts x 21 hours a day from a given day on.
local made = tonumber(os.getenv('FIRST_BOOKING') or '0')
local first_day = os.time({ year = 2000, month = 1, day = 1, hour = 12 }) + 86400 * tonumber(os.getenv('FIRST_DAY'))

request = function()
  local hour = 7 + made % 21
  local court = 1 + math.floor(made / 21) % 60
  local date = os.date('%Y-%m-%d', first_day + 86400 * math.floor(made / 1260))
  made = made + 1
  local body = string.format(
    '{"court_id":%d,"date":"%s","start_time":"%02d:00","duration":60,"name":"Ayesha Khan",'
      .. '"email":"guest%d@example.com","phone":"0300 %07d","payment_method":"cash"}',
    court, date, hour % 24, made, made)
  local address = string.format('10.%d.%d.%d', math.floor(made / 65536) % 256, math.floor(made / 256) % 256, made % 256)
  return wrk.format('POST', nil, { ['Content-Type'] = 'application/json', ['X-Forwarded-For'] = address }, body)
end

import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { requireDate } from '../domain/date-range.ts';
import { invalidField } from '../domain/failure.ts';
import { normalizePhone } from '../domain/phone.ts';
import { playOf } from '../domain/price.ts';
import { codeCheckSchema } from '../domain/promo-code-schemas.ts';
import { slotIndexOf } from '../domain/slot.ts';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import type { Session } from '../http/session-guard.ts';
import { accountGuesser, type Discounts } from './discounts.ts';
import type { BookingServices } from './services.ts';

const CHECKS_PER_GUESSER = { limit: 120, window: 60_000 };

/** Available extras, and whether a code applies to a booking. */
export function extraRoutes(
  base: Base,
  { calendar, addOns, bookings }: BookingServices,
  discounts: Discounts,
) {
  const { getClientIp } = base;
  const checks = new RateLimiter(CHECKS_PER_GUESSER, base.now);
  const guesserOf = (session: Session | null, ip: string) =>
    session?.user.email_verified ? accountGuesser(session.user.id) : ip;

  return new Elysia({ name: 'extras' })
    .use(base.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .get(
      '/api/add-ons',
      ({ query }): ApiAnswer<'GET /api/add-ons'> => {
        const { date, slotIndexes } = parseTime(query.date, query.slots);
        return addOns.listActive().map((addOn) => ({
          ...addOn,
          left: bookings.addOns.left(addOn.id, { date, slotIndexes })?.count ?? null,
        }));
      },
      { access: 'anyone' },
    )
    .post(
      '/api/promo-codes/check',
      ({ body, request, server, session }): ApiAnswer<'POST /api/promo-codes/check'> => {
        const guesser = guesserOf(session, getClientIp({ request, server }));
        checks.consume(guesser);
        const {
          code,
          date,
          start_time,
          slots = [start_time],
          email,
          phone,
        } = parseInput(codeCheckSchema, body);
        requireDate(date);
        const plan = calendar.planOf(date);
        const { code: discount } = discounts.of({
          code: { text: code, guesser },
          isMember: session !== null,
          play: playOf(
            plan,
            slots.map((slot) => slotIndexOf(slot) ?? -1),
            0,
          ),
          customer: { user_id: session?.user.id ?? null, email, phone: phone && normalizePhone(phone) },
        });
        if (!discount) throw new Error('a code without a refusal has a discount');
        return { discount };
      },
      { access: 'anyone', parse: parseJsonBody },
    );
}

/** `date=2026-11-21&slots=18:00,18:30` */
function parseTime(date = '', slots = ''): { date: string; slotIndexes: number[] } {
  requireDate(date);
  const slotIndexes = slots.split(',').map(slotIndexOf);
  if (slots === '' || slotIndexes.length > 48 || slotIndexes.includes(null)) {
    throw invalidField('slots', 'Please select time slots.');
  }
  return { date, slotIndexes: slotIndexes.filter((slotIndex) => slotIndex !== null) };
}

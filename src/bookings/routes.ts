import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import {
  type Booking,
  bookingRequestSchemaFor,
  type PaymentMethod,
  type PublicBooking,
} from '../domain/booking.ts';
import type { Club } from '../domain/club.ts';
import type { Court } from '../domain/court.ts';
import { Failure } from '../domain/failure.ts';
import { type PaymentInstructions, paymentInstructions } from '../domain/payment.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession, type Session, type SessionGuard } from '../http/session-guard.ts';
import { planBooking } from './plan.ts';
import { retryKeyOf } from './retry-key.ts';
import type { AnswerStore, BookingStore, RetryKey } from './store.ts';

export interface BookingAnswer {
  booking: Booking;
  message: string;
  instructions: PaymentInstructions;
  /** Where to pay by card, and the address that gives the half-hours back to whoever turns round there. */
  payment_url?: string;
  leave_url?: string;
}

/** What the card-payment room does for a booking. */
export interface CardDesk {
  reserve(tx: Transaction, booking: Booking): void;
  /** Null once its money is there. */
  open(bookingId: number): Promise<{ payment_url: string; leave_url: string } | null>;
}

/** Making a booking and looking at one. */
export function bookingRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  bookings: BookingStore;
  answers: AnswerStore;
  findCourt: (id: number) => Court | null;
  facts: Club;
  methods: readonly PaymentMethod[];
  /** Card payments; null while there is no provider. */
  card: CardDesk | null;
  /** Throws when too many requests came from one address. */
  limit: (visit: RequestContext) => void;
  /** Throws when a visitor has booked more than a day's share. */
  allow: (visit: RequestContext, booking: { email: string; hours: readonly number[] }) => void;
}) {
  const requestSchema = bookingRequestSchemaFor(deps.methods);

  /** The answer with the address of the payment page, when the booking is to be paid by card. */
  const withPayment = async (answer: string, retry: RetryKey | null): Promise<string> => {
    if (!deps.card) return answer;
    const given = JSON.parse(answer) as BookingAnswer;
    if (given.booking.payment_method !== 'card') return answer;
    try {
      return JSON.stringify({ ...given, ...(await deps.card.open(given.booking.id)) });
    } catch (error) {
      // The booking is gone again; the same request may make a new one.
      if (retry) await deps.club.write((tx) => deps.answers.forget(tx, retry));
      throw error;
    }
  };

  return new Elysia({ name: 'bookings' })
    .use(deps.guard)
    .post(
      '/api/book',
      async ({ body, request, server, session, set }) => {
        deps.limit({ request, server });
        const input = parseInput(requestSchema, body);
        const retry = retryKeyOf(request, session?.user.id ?? null, body);
        const answer = await deps.club.write((tx) => {
          const given = retry && deps.answers.find(retry);
          if (given) return given;
          const plan = planBooking(input, {
            court: deps.findCourt(input.court_id),
            now: tx.now,
            daysAhead: deps.facts.booking_days_ahead,
          });
          if (!session?.user.is_admin) deps.allow({ request, server }, plan);
          const booking = deps.bookings.create(tx, { ...plan, user_id: session?.user.id ?? null });
          if (booking.payment_method === 'card') deps.card?.reserve(tx, booking);
          const fresh = JSON.stringify(answerFor(booking, deps.facts));
          if (retry) deps.answers.keep(tx, retry, fresh);
          return fresh;
        });
        set.status = 201;
        set.headers['content-type'] = 'application/json';
        set.headers['cache-control'] = 'no-store';
        return withPayment(answer, retry);
      },
      { access: 'anyone', parse: parseJsonBody },
    )
    .get(
      '/api/booking/:id',
      ({ params, session, set }) => {
        const booking = /^\d{1,15}$/.test(params.id) ? deps.bookings.find(Number(params.id)) : null;
        if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
        set.headers['cache-control'] = 'no-store';
        return {
          booking: maySeeAll(booking, session) ? booking : publicPart(booking),
          court_name: booking.court_name,
          instructions: instructionsFor(booking, deps.facts),
        };
      },
      { access: 'anyone' },
    )
    .get(
      '/api/auth/bookings',
      ({ session, set }) => {
        set.headers['cache-control'] = 'no-store';
        return deps.bookings.listOfUser(requireSession(session).user.id);
      },
      { access: 'member' },
    );
}

function answerFor(booking: Booking, facts: Club): BookingAnswer {
  return {
    booking,
    message: `Booking ${booking.id} received. We are holding your court.`,
    instructions: instructionsFor(booking, facts),
  };
}

function instructionsFor(booking: Booking, facts: Club): PaymentInstructions {
  return paymentInstructions(
    booking.payment_method,
    { id: booking.id, amount: booking.computed_amount, received: booking.card_received },
    facts,
  );
}

function maySeeAll(booking: Booking, session: Session | null): boolean {
  return session !== null && (session.user.is_admin || session.user.id === booking.user_id);
}

function publicPart(booking: Booking): PublicBooking {
  return {
    id: booking.id,
    court_id: booking.court_id,
    date: booking.date,
    start_time: booking.start_time,
    duration: booking.duration,
    slots: booking.slots,
    status: booking.status,
    payment_method: booking.payment_method,
    computed_amount: booking.computed_amount,
    hourly_rate: booking.hourly_rate,
    created_at: booking.created_at,
    receipt_received: booking.receipt_received,
    card_received: booking.card_received,
  };
}

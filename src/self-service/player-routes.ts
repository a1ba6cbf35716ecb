import { Elysia } from 'elysia';
import { parseBookingId } from '../bookings/booking-access.ts';
import { listShares } from '../bookings/list-shares.ts';
import type { Payable } from '../bookings/shares.ts';
import type { Share } from '../domain/api/player-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { statementEntries } from '../domain/booking-statement.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import { cleanName, shortName } from '../domain/clean-words.ts';
import type { Club } from '../domain/club.ts';
import { Failure } from '../domain/failure.ts';
import { lastPaymentMethod } from '../domain/ledger.ts';
import { type PaymentInstructions, paymentInstructions } from '../domain/payment-instructions.ts';
import {
  leaveSchema,
  PLAYER_KEY_HEADER,
  payShareSchema,
  splitChangeSchema,
  splitSchema,
} from '../domain/player.ts';
import { BOOKING_KEY_HEADER, cancelBlock, refundAccountSchema } from '../domain/self-service.ts';
import { keptOfShare } from '../domain/share.ts';
import type { Base } from '../http/base.ts';
import { describeError } from '../http/log.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, type Session } from '../http/session-guard.ts';
import { findShareQr } from '../payments/transfer-qr.ts';
import { toShare } from '../players/answers.ts';
import { seatedPlayers } from '../players/match-places.ts';
import type { Player } from '../players/store.ts';
import { type SelfServiceModules, toPublicBooking } from './booking-routes.ts';
import type { ChangeContext, ChangeOnce } from './change-once.ts';
import { nameShareAccount } from './customer-changes.ts';
import { leavePlace } from './leave-place.ts';
import { payShare } from './pay-share.ts';
import { changeSplit, splitBooking } from './split-booking.ts';

/** The host splits a booking; each player reads, pays and gives back the own share. */
export function playerRoutes(base: Base, below: SelfServiceModules, changeOnce: ChangeOnce) {
  const { access, playerAccess, playerKeys, services } = below.bookings;
  const { receipts, payments } = below;
  const { cards } = payments;
  const { bookings, settings, ledger } = services;

  const findOwn = (context: ChangeContext) => (id: number) => access.require(id, bookings.find(id), context);
  const sharesOf = (context: ChangeContext): { players: Share[] } => {
    const booking = bookings.require(parseBookingId(context.params.id));
    return { players: listShares(below.bookings, booking, access.mayHaveLink(booking, context)) };
  };
  const ownEntries = ({ id }: Booking, player: Player) =>
    ledger.listByBooking(id).filter(({ player_id }) => player_id === player.id);
  const toOwnShare = (booking: Booking, player: Player) => {
    const { is_host: _, ...share } = toShare(player);
    const receipt = receipts.store.findView(booking, player.id);
    return {
      ...share,
      // Until the player enters a contact, the name is what the host has typed.
      name: player.email === '' ? cleanName(player.name) : player.name,
      email: player.email,
      phone: player.phone,
      receipt_rejected: receipt?.rejected ?? null,
      prepaid: player.hold_until !== null && !settings.current().matches.cash,
      paid_by: lastPaymentMethod(ownEntries(booking, player)),
      refund_account: player.refund_account,
    };
  };
  /** The contact has made another key, so the player gets the link also when the page cannot be opened. */
  const openCardPage = async (payable: Payable) => {
    try {
      const page = await cards?.openPaymentPage(payable);
      return page ? { payment_url: page.payment_url } : {};
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A share that was settled or cancelled in the same moment is an answer, and no fault.
      if (error.reason === 'unavailable') base.log.error('failure', describeError(error.cause ?? error));
      return { payment_error: error.message };
    }
  };
  /** Null for the player; the host and the reception may take the player off. */
  const findLeaver = (context: ChangeContext) => (id: number) => {
    const hasKey = context.request.headers.has(PLAYER_KEY_HEADER);
    if (hasKey || isOwnPlace(bookings.players.findRow(id), context.session)) {
      playerAccess.require(id, context);
      return { takenOff: false };
    }
    const row = bookings.players.findRow(id);
    const booking = row && bookings.findByActivity(row.activity_id);
    access.require(booking?.id ?? 0, booking, context);
    return { takenOff: true };
  };

  const writeOptions = { access: 'anyone', parse: parseJsonBody } as const;
  return new Elysia({ name: 'players' })
    .use(base.guard)
    .onAfterHandle(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    .post(
      '/api/booking/:id/players',
      async (context): Promise<ApiAnswer<'POST /api/booking/:id/players'>> => {
        const input = parseInput(splitSchema, context.body);
        await changeOnce(context, 'split', BOOKING_KEY_HEADER, findOwn(context), (tx, booking) => {
          splitBooking(tx, services, booking, input, actorOf(context.session));
          return {};
        });
        context.set.status = 201;
        return sharesOf(context);
      },
      writeOptions,
    )
    .put(
      '/api/booking/:id/players',
      async (context): Promise<ApiAnswer<'PUT /api/booking/:id/players'>> => {
        const input = parseInput(splitChangeSchema, context.body);
        await changeOnce(context, 'shares', BOOKING_KEY_HEADER, findOwn(context), (tx, booking) => {
          changeSplit(tx, services, booking, input, actorOf(context.session));
          return {};
        });
        return sharesOf(context);
      },
      writeOptions,
    )
    .get(
      '/api/players/:id',
      ({ params, request, server, session }): ApiAnswer<'GET /api/players/:id'> => {
        const { id } = playerAccess.require(parseBookingId(params.id), { request, server, session });
        const [booking, player] = bookings.requireShare(id);
        const facts = settings.facts();
        const canLeave = player.state !== 'left' && cancelBlock(booking, base.now()) === null;
        const { name, address, phone, email, tax_number } = facts;
        return {
          player: toOwnShare(booking, player),
          booking: toPublicBooking(booking),
          court_name: booking.court_name,
          host_name: shortName(booking.name),
          players: seatedPlayers(bookings.players.listOf(booking)).map((other) => ({
            name: shortName(other.name),
            is_host: other.is_host === 1,
            paid: other.balance <= 0,
          })),
          pay_by:
            player.hold_until !== null
              ? clubTimestamp(player.hold_until)
              : booking.status === 'pending'
                ? booking.pay_by
                : null,
          instructions:
            player.payment_method === null || player.balance <= 0
              ? null
              : shareInstructions(booking, player, player.payment_method, facts),
          leave_gives_back: canLeave
            ? player.received - keptOfShare(player, booking, 'customer', base.now())
            : null,
          entries: statementEntries(ownEntries(booking, player)),
          issuer: { name, address, phone, email, tax_number },
        };
      },
      { access: 'anyone' },
    )
    .post(
      '/api/players/:id/pay',
      async (context): Promise<ApiAnswer<'POST /api/players/:id/pay'>> => {
        const input = parseInput(payShareSchema, context.body);
        const find = (id: number) => playerAccess.require(id, context);
        await changeOnce(context, 'pay share', PLAYER_KEY_HEADER, find, (tx, { id }) => {
          const { session } = context;
          payShare(tx, services, cards, id, input, { session, ip: base.getClientIp(context) });
          return {};
        });
        const [booking, player] = bookings.requireShare(parseBookingId(context.params.id));
        const payable = { booking_id: booking.id, player_id: player.id };
        const page = input.method === 'card' ? await openCardPage(payable) : {};
        return {
          player: toOwnShare(...bookings.requireShare(player.id)),
          join_url: playerKeys.joinUrl(player),
          ...page,
        };
      },
      writeOptions,
    )
    .put(
      '/api/players/:id/refund-account',
      async (context): Promise<ApiAnswer<'PUT /api/players/:id/refund-account'>> => {
        const input = parseInput(refundAccountSchema, context.body);
        const find = (id: number) => playerAccess.require(id, context);
        await changeOnce(context, 'refund account', PLAYER_KEY_HEADER, find, (tx, { id }) => {
          nameShareAccount(tx, services, id, input, actorOf(context.session));
          return {};
        });
        const [, { refund_account }] = bookings.requireShare(parseBookingId(context.params.id));
        return { refund_account: refund_account ?? '' };
      },
      writeOptions,
    )
    .post(
      '/api/players/:id/leave',
      async (context): Promise<ApiAnswer<'POST /api/players/:id/leave'>> => {
        const input = parseInput(leaveSchema, context.body);
        const playerId = parseBookingId(context.params.id);
        await changeOnce(context, 'leave', PLAYER_KEY_HEADER, findLeaver(context), (tx, { takenOff }) => {
          leavePlace(tx, services, playerId, input, takenOff, actorOf(context.session));
          return {};
        });
        const [, { id, state, charge, balance }] = bookings.requireShare(playerId);
        return { player: { id, state, charge, balance } };
      },
      writeOptions,
    );
}

function isOwnPlace(player: { user_id: number | null } | null, session: Session | null): boolean {
  return session !== null && player?.user_id === session.user.id;
}

function shareInstructions(
  booking: Booking,
  player: Player,
  payment_method: string,
  facts: Club,
): PaymentInstructions {
  const { charge: amount, received } = player;
  const demand = { id: booking.id, share: player.id, amount, received, status: booking.status };
  const qr = payment_method === 'bank_transfer' ? findShareQr(booking, player, facts) : null;
  return { ...paymentInstructions(payment_method, demand, facts), ...(qr ? { qr } : {}) };
}

import { encode as encodePng } from 'fast-png';
import { encode, renderSVG } from 'uqr';
import type { TransferQr } from '../domain/api/booking-answers.ts';
import type { Booking } from '../domain/booking.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { Club } from '../domain/club.ts';
import { isRaastIban, type RaastPayment, type RaastVariant, raastPayload } from '../domain/raast.ts';
import type { Payer } from '../payers/store.ts';

type Payable = Pick<Booking, 'status' | 'balance' | 'receipt_received' | 'pay_by'>;

/** Blank modules around a code, which scanners need (ISO/IEC 18004). */
const BORDER = 4;
/** Pixels per module: large enough for another phone's camera. */
const MODULE_PIXELS = 6;

/** The code for what is still to be transferred for a booking; null if nothing is, or a receipt is waiting. */
export function findTransferQr(
  booking: Payable & Pick<Booking, 'payment_method'>,
  club: Pick<Club, 'bank'>,
): TransferQr | null {
  return booking.payment_method === 'bank_transfer' ? findBalanceQr(booking, club) : null;
}

/** The same for a customer who pays by transfer instead of the method chosen when booking. */
export function findBalanceQr(booking: Payable, { bank }: Pick<Club, 'bank'>): TransferQr | null {
  const { status, balance, receipt_received, pay_by } = booking;
  if (bank.raast === 'off' || !isRaastIban(bank.iban) || balance <= 0) return null;
  if (status === 'cancelled' || (status === 'pending' && receipt_received)) return null;
  const expiresAt = pay_by === null ? null : Date.parse(pay_by);
  return { ...drawRaast(bank.raast, { iban: bank.iban, amount: balance, expiresAt }), expires_at: pay_by };
}

/** The same for a player's share, whose held place expires before the booking's deadline. */
export function findShareQr(
  { status, pay_by }: Pick<Booking, 'status' | 'pay_by'>,
  payer: Pick<Payer, 'balance' | 'receipt_waits' | 'hold_until'>,
  club: Pick<Club, 'bank'>,
): TransferQr | null {
  const { balance, receipt_waits, hold_until } = payer;
  // A share's receipt waits even if the host has paid for everyone.
  if (receipt_waits === 1) return null;
  const until = hold_until === null ? pay_by : clubTimestamp(hold_until);
  return findBalanceQr({ status, balance, receipt_received: false, pay_by: until }, club);
}

/** A code as text and image; also the one that the owner tries before customers see any. */
export function drawRaast(
  variant: RaastVariant,
  payment: RaastPayment,
): Pick<TransferQr, 'payload' | 'svg' | 'amount'> {
  const payload = raastPayload(variant, payment);
  return { payload, svg: renderSVG(payload, { border: BORDER }), amount: payment.amount };
}

/** The code as a PNG, because email programs don't show SVG. */
export function pngOf({ payload }: Pick<TransferQr, 'payload'>): Uint8Array {
  const { data, size } = encode(payload, { border: BORDER });
  const width = size * MODULE_PIXELS;
  const pixels = new Uint8Array(width * width);
  for (let y = 0; y < width; y++) {
    const row = data[Math.floor(y / MODULE_PIXELS)];
    for (let x = 0; x < width; x++) pixels[y * width + x] = row?.[Math.floor(x / MODULE_PIXELS)] ? 0 : 255;
  }
  return encodePng({ width, height: width, data: pixels, channels: 1, depth: 8 });
}

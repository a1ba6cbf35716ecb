import type { AdminPlayer, Share } from '../domain/api/player-routes.ts';
import type { ReceiptView } from '../domain/api/receipt-answers.ts';
import { clubTimestamp } from '../domain/business-day.ts';
import type { Player } from './store.ts';

/** A share as its host sees it, without its link. */
export function toShare(player: Player): Share {
  const { id, name, state, charge, received, balance, payment_method, payment_receipt } = player;
  const { level, hold_until } = player;
  return {
    id,
    is_host: player.is_host === 1,
    name,
    state,
    charge,
    received,
    balance,
    payment_method,
    receipt_received: payment_receipt !== null,
    level,
    hold_until: hold_until === null ? null : clubTimestamp(hold_until),
  };
}

/** Those who play, and those who left while money of theirs is still here. */
export function isShown({ state, charge, balance }: Player): boolean {
  return state !== 'left' || charge !== 0 || balance !== 0;
}

export function toAdminPlayer(player: Player, receipt: ReceiptView | null): AdminPlayer {
  const { email, phone, user_id, taken_off } = player;
  return {
    ...toShare(player),
    email,
    phone,
    user_id,
    taken_off: taken_off === 1,
    // The host's receipt is the booking's.
    receipt: player.is_host === 1 ? null : receipt,
  };
}

import { end } from './deadlines.ts';
import { leave, passMatchTime } from './matches.ts';
import { tell, tellPlayer } from './messages.ts';
import { isUnpaidCard, settle } from './money.ts';
import { collectCredit } from './series.ts';
import { cancelShares, closeShares, isFull, isSeated, remindPlayers, stays, tellPlayers } from './shares.ts';
import { startOf } from './slots.ts';
import type { Booking, State } from './state.ts';
import { tellText, textAt } from './texts.ts';

/** Reminds and releases what is due; what the club does by itself at `now`. */
export function passTime(state: State, now: number): void {
  state.now = now;
  // No date is asked for or released that credit can pay.
  collectCredit(state, now);
  const due = (at: number | null): at is number => at !== null && at <= now;
  for (const booking of state.bookings) remindPlayers(state, booking, now);
  for (const booking of state.bookings) {
    if (!due(booking.remindAt)) continue;
    booking.remindAt = null;
    const isOpen = booking.status === 'pending' && booking.payBy !== null && booking.payBy > now;
    if (isOpen && !booking.hasReceipt) {
      const isNew = booking.remindedOf !== booking.payBy;
      if (isNew) tell(state, 'reminded', booking);
      // A receipt takes a reminder back that still waits for the mail server or the gateway.
      else if (booking.receipts > 0) {
        state.maybeTold.push({ kind: 'booking.payment_due', about: booking.id, to: booking.email });
        state.maybeTold.push({ kind: 'sms.payment_due', about: booking.id });
      }
      if (isNew || booking.isTextTakenBack)
        tellText(state, 'sms.payment_due', booking, booking.payBy ?? 0, now);
      booking.remindedOf = booking.payBy;
      booking.reminderTextAt = textAt(booking, now);
      booking.isTextTakenBack = false;
    }
  }
  for (const booking of state.bookings)
    if (booking.status === 'pending' && due(booking.payBy)) release(state, booking, now);
  passMatchTime(state, now);
  // A match that did not fill gives credit back.
  collectCredit(state, now);
}

function release(state: State, booking: Booking, now: number): void {
  const { activity } = booking;
  // It is decided at the same minute.
  if (activity && activity.decideAt !== null && activity.decideAt <= now && !isFull(activity)) return;
  if (stays(state, booking)) {
    passShares(state, booking, now);
    return;
  }
  const isSilent = isUnpaidCard(state, booking);
  tell(state, 'released', booking, isSilent);
  if (!isSilent) tellText(state, 'sms.released', booking, startOf(booking), now);
  booking.status = 'cancelled';
  booking.charge = 0;
  booking.remindAt = null;
  cancelShares(booking, []);
  tellPlayers(state, booking);
  end(state, booking, true);
}

/** What nobody has paid is the host's, or strangers may take the places. */
function passShares(state: State, booking: Booking, now: number): void {
  const { activity } = booking;
  if (!activity) return;
  const closed = closeShares(state, booking);
  for (const player of closed) {
    if (activity.rest === 'host') tellPlayer(state, 'changed', booking, player);
    else leave(state, booking, player, { keep: 0, isTakenOff: false, isExpired: true }, now);
  }
  if (activity.rest === 'open' && closed.length > 0 && !activity.isMatch) {
    const others = activity.players.filter((player) => !player.isHost && isSeated(player));
    const places = { isMatch: true, isPublic: true, isFull: false };
    Object.assign(activity, { ...places, capacity: closed.length + others.length });
  }
  settle(state, booking);
}

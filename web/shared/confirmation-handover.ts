import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';

/** What the wizard leaves for the confirmation of the same tab. */
interface BookingHandover extends PaymentInstructions {
  booking_id: number;
  /** The address that the booking was made with: it authorizes a guest's receipt upload. */
  email: string;
}

const STORAGE_KEY = 'bookingInstructions';

/** Without storage nothing is lost: the confirmation also asks the server. */
export function storeHandover(handover: BookingHandover): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(handover));
  } catch {
    // The browser has storage switched off.
  }
}

/** What the wizard left after this tab's last booking; null without one. */
export function readHandover(): BookingHandover | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as BookingHandover | null;
  } catch {
    return null;
  }
}

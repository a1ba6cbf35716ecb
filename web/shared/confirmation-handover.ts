import type { PaymentInstructions } from '../../src/domain/payment-instructions.ts';

/** What the wizard leaves for the confirmation in the same tab. */
interface BookingHandover extends PaymentInstructions {
  booking_id: number;
  /** The address used for the booking, which authorizes a guest's receipt upload. */
  email: string;
}

const STORAGE_KEY = 'bookingInstructions';

/** Nothing is lost without storage: the confirmation also asks the server. */
export function storeHandover(handover: BookingHandover): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(handover));
  } catch {
    // The browser has storage turned off.
  }
}

/** What the wizard left after this tab's last booking; null if nothing. */
export function readHandover(): BookingHandover | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as BookingHandover | null;
  } catch {
    return null;
  }
}

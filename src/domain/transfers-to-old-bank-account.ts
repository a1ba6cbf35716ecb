import type { Booking } from './booking-and-booking-request.ts';

/** A customer whose messages name an earlier account of the club. */
export interface TransferToOldBankAccount {
  booking: Booking;
  /** The IBAN that the customer knows; empty when there was none. */
  known_iban: string;
}

/** The pending transfers that a changed bank account concerns, the next to play first. */
export interface TransfersToOldBankAccount {
  /** The present IBAN; empty while there is none. */
  iban: string;
  /** Nothing has come from these customers yet. */
  unpaid: TransferToOldBankAccount[];
  /** Their receipts are here, so they paid before. */
  with_receipt: TransferToOldBankAccount[];
}

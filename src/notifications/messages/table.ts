import type { Message } from '../message.ts';
import { accountExists } from './account-exists.ts';
import { amountMismatch, clubAmountMismatch } from './amount-mismatch.ts';
import { balanceReopened } from './balance-reopened.ts';
import { bookingBankChanged } from './bank-changed.ts';
import { bookingCancelled } from './booking-cancelled.ts';
import { bookingInvoice } from './booking-invoice.ts';
import { bookingLinks } from './booking-links.ts';
import { bookingMoved } from './booking-moved.ts';
import { bookingPaid } from './booking-paid.ts';
import { bookingReceived } from './booking-received.ts';
import { bookingRefunded, refundUndone } from './booking-refunded.ts';
import { bookingReleased } from './booking-released.ts';
import { bookingReminder, bookingSoon } from './booking-soon.ts';
import { clubBankChanged } from './club-bank-changed.ts';
import { clubBooking } from './club-booking.ts';
import { clubContact } from './club-contact.ts';
import { contactCorrected } from './contact-corrected.ts';
import { conversationAnswer } from './conversation-answer.ts';
import { bookingEmailChange } from './email-change.ts';
import { clubFeedAdded } from './feed-added.ts';
import { hostShares, hostSharesClosed } from './host-shares.ts';
import { invitation } from './invitation.ts';
import { itemChanged, itemMakeUpChanged } from './item-changed.ts';
import { itemEnding } from './item-ending.ts';
import { itemLeft } from './item-left.ts';
import { itemPaid, itemPaymentDue } from './item-paid.ts';
import { itemPaymentUndone } from './item-payment-undone.ts';
import { clubItemReceipt, itemReceiptReceived, itemReceiptRejected } from './item-receipt.ts';
import { itemRefundAccount, itemRefunded, itemRefundUndone } from './item-refunded.ts';
import { itemOffered, itemTaken } from './item-taken.ts';
import { clubItemUnmatched, itemUnmatched } from './item-unmatched.ts';
import { mailTest } from './mail-test.ts';
import { matchAsked } from './match-asked.ts';
import { matchFull } from './match-full.ts';
import { notInBank } from './not-in-bank.ts';
import { offerMade } from './offer-made.ts';
import { offerWithdrawn } from './offer-withdrawn.ts';
import { passwordChanged } from './password-changed.ts';
import { payerChanged } from './payer-changed.ts';
import { payerJoined } from './payer-joined.ts';
import { hostPayerLeft, payerLeft } from './payer-left.ts';
import { payerPaid } from './payer-paid.ts';
import { paymentDue } from './payment-due.ts';
import { paymentUndone } from './payment-undone.ts';
import { clubUnmatched, paymentUnmatched } from './payment-unmatched.ts';
import { personalDataLink } from './personal-data-link.ts';
import { placeOffered } from './place-offered.ts';
import { clubReceipt, receiptReceived } from './receipt-received.ts';
import { receiptRefundDue } from './receipt-refund-due.ts';
import { receiptRejected } from './receipt-rejected.ts';
import { refundAccount } from './refund-account.ts';
import { resetPassword } from './reset-password.ts';
import { roleChanged } from './role-changed.ts';
import { securityChanged } from './security-changed.ts';
import { sendingLimited } from './sending-limited.ts';
import { seriesChanged } from './series-changed.ts';
import { seriesDeclined } from './series-declined.ts';
import { signInMethodAdded, signInMethodRemoved } from './sign-in-methods.ts';
import { verifyEmail } from './verify-email.ts';
import { waitlistJoined } from './waitlist-joined.ts';

/** Every message of the club. Messages about one event are queued in this order. */
export const MESSAGES: readonly Message[] = [
  bookingReceived,
  bookingPaid,
  bookingCancelled,
  bookingMoved,
  bookingRefunded,
  refundUndone,
  paymentUndone,
  bookingInvoice,
  refundAccount,
  paymentDue,
  balanceReopened,
  bookingReleased,
  bookingEmailChange,
  contactCorrected,
  bookingBankChanged,
  bookingLinks,
  seriesChanged,
  payerJoined,
  payerPaid,
  payerChanged,
  payerLeft,
  hostShares,
  hostSharesClosed,
  hostPayerLeft,
  placeOffered,
  matchAsked,
  matchFull,
  itemTaken,
  itemOffered,
  itemPaid,
  itemPaymentDue,
  itemChanged,
  itemMakeUpChanged,
  itemLeft,
  itemRefunded,
  itemRefundAccount,
  itemRefundUndone,
  itemPaymentUndone,
  itemUnmatched,
  clubItemUnmatched,
  itemEnding,
  itemReceiptReceived,
  clubItemReceipt,
  itemReceiptRejected,
  waitlistJoined,
  offerMade,
  offerWithdrawn,
  receiptReceived,
  receiptRejected,
  receiptRefundDue,
  notInBank,
  paymentUnmatched,
  amountMismatch,
  clubBooking,
  clubReceipt,
  clubUnmatched,
  clubAmountMismatch,
  clubContact,
  bookingSoon,
  bookingReminder,
  conversationAnswer,
  verifyEmail,
  resetPassword,
  accountExists,
  mailTest,
  sendingLimited,
  clubBankChanged,
  clubFeedAdded,
  passwordChanged,
  personalDataLink,
  seriesDeclined,
  invitation,
  roleChanged,
  securityChanged,
  signInMethodAdded,
  signInMethodRemoved,
];

const BY_KIND = new Map(MESSAGES.map((message) => [message.kind, message]));

export function findMessage(kind: string): Message | undefined {
  return BY_KIND.get(kind);
}

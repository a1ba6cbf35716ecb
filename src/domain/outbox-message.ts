export type { OutboxMessageView, OutboxPage } from './api/outbox-routes.ts';

/** Every kind of email and text message, with the label that admins see. */
export const MESSAGE_KIND_LABELS = {
  'booking.received': 'Booking received',
  'booking.paid': 'Booking paid',
  'booking.cancelled': 'Booking cancelled',
  'booking.moved': 'Booking moved',
  'booking.refunded': 'Refund',
  'booking.payment_due': 'Payment reminder',
  'booking.released': 'Released: not paid in time',
  'booking.email_change': 'Confirm another email for a booking',
  'booking.bank_changed': 'New bank account',
  'booking.links': 'Links of the coming bookings',
  'series.changed': 'Dates of a series',
  'waitlist.received': 'Waiting list: confirm or leave',
  'offer.made': 'Waiting list: offer',
  'offer.withdrawn': 'Waiting list: offer withdrawn',
  'receipt.received': 'Receipt received',
  'receipt.rejected': 'Receipt not accepted',
  'receipt.refund_due': 'Late payment to refund',
  'payment.unmatched': 'Card payment to refund',
  'payment.amount_mismatch': 'Card payment does not match the price',
  'sms.booked': 'SMS: booking within 24 hours',
  'sms.reminder': 'SMS: reminder',
  'sms.waitlist': 'SMS: waiting list, confirm',
  'sms.offer': 'SMS: waiting list, offer',
  'sms.withdrawn': 'SMS: waiting list, offer withdrawn',
  'sms.payment_due': 'SMS: payment reminder',
  'sms.released': 'SMS: not paid in time',
  'club.booking': 'To the club: new booking',
  'club.receipt': 'To the club: new receipt',
  'club.unmatched': 'To the club: card payment to refund',
  'club.amount_mismatch': 'To the club: card payment does not match',
  'club.contact': 'To the club: contact message',
  verify_email: 'Confirm an email address',
  reset_password: 'Password reset',
  account_exists: 'Registration with a known email',
  mail_test: 'Test email',
  bank_changed: 'To the owners: bank account changed',
  password_changed: 'Password changed',
  series_declined: 'Request for a series declined',
  personal_data_link: 'Link to personal data',
  invitation: 'Invitation to run the club',
  security_changed: 'Sign-in security changed',
  sign_in_method_added: 'Login method added',
  sign_in_method_removed: 'Login method removed',
} as const;

export type MessageKind = keyof typeof MESSAGE_KIND_LABELS;

/** `saved`: no mail server was set up, so the server wrote the email to a file and no recipient got it. */
export const MESSAGE_STATES = ['queued', 'sent', 'saved', 'failed', 'withdrawn'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export type Channel = 'email' | 'sms';

export function isMessageState(text: string): text is MessageState {
  return (MESSAGE_STATES as readonly string[]).includes(text);
}

/** What the club tells people by mail and by text message, as the desk sees it. */
export const MESSAGE_KIND_LABELS = {
  'booking.received': 'Booking received',
  'booking.paid': 'Booking paid',
  'booking.cancelled': 'Booking cancelled',
  'booking.moved': 'Booking moved',
  'receipt.received': 'Receipt received',
  'payment.stray': 'Card payment that could not be used',
  'payment.differs': 'Card payment of another sum than the price',
  'sms.booked': 'Text: booked for today',
  'sms.reminder': 'Text: reminder',
  'club.booking': 'To the club: new booking',
  'club.receipt': 'To the club: new receipt',
  'club.stray': 'To the club: card money to give back',
  'club.differs': 'To the club: card payment of another sum',
  'club.contact': 'To the club: message from the site',
  verify_email: 'Confirm an email address',
  reset_password: 'Choose a new password',
  account_exists: 'Sign-up with a known address',
  password_changed: 'Password changed',
  sign_in_method_added: 'New way to sign in',
  sign_in_method_removed: 'Way to sign in removed',
} as const;

export type MessageKind = keyof typeof MESSAGE_KIND_LABELS;

export const MESSAGE_STATES = ['queued', 'sent', 'failed', 'withdrawn'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export type Channel = 'email' | 'sms';

export function isMessageState(text: string): text is MessageState {
  return (MESSAGE_STATES as readonly string[]).includes(text);
}

/** One message as `GET /api/admin/notices` answers it. */
export interface OutboxMessageView {
  id: number;
  kind: MessageKind;
  channel: Channel;
  audience: 'customer' | 'club' | 'account';
  booking_id: number | null;
  /** The address or number it went to, or will go to; null while only its booking knows. */
  recipient: string | null;
  state: MessageState;
  /** Why it was withdrawn, what the last try came to, or what to know about where it went. */
  reason: string | null;
  attempts: number;
  created_at: string;
  /** When it is tried next, while it is queued. */
  due_at: string | null;
  /** When it was sent, given up or withdrawn. */
  settled_at: string | null;
}

export interface OutboxPage {
  notices: OutboxMessageView[];
  next_cursor: number | null;
  counts: Record<MessageState, number>;
  /** `files`: no mail server is set up, mails wait as .eml files in the data folder. */
  mail: 'smtp' | 'files';
  sms: 'on' | 'off';
}

import { FRESH_BOOKING } from '../bookings/booking-row.ts';
import type { Booking } from '../domain/booking.ts';
import type { ContactMessage } from '../domain/contact-form.ts';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { OfferMessage, WaitlistEntryMessage } from '../domain/waitlist-message.ts';
import type { ItemMessage } from './item-message.ts';
import type { PayerMessage } from './payer-message.ts';

/** Standard sample data; each sample overrides what differs. */
export const SAMPLE_BOOKING: Booking = {
  ...FRESH_BOOKING,
  id: 1042,
  court_id: 1,
  court_name: 'Court 1 - Premium Panoramic',
  user_id: null,
  series_id: null,
  payer_id: 1042,
  date: '2026-11-21',
  start_time: '23:30',
  duration: 150,
  slots: ['23:30', '00:00', '00:30', '02:00', '02:30'],
  name: 'Ayesha Khan',
  email: 'ayesha.khan.of.faisalabad@example.com',
  phone: '+923001234567',
  payment_method: 'bank_transfer',
  hourly_rate: 5000,
  computed_amount: 12_500,
  charge: 12_500,
  balance: 12_500,
  sms_updates: false,
  pay_by: null,
  created_at: '2026-11-20T15:10:00+05:00',
};

export const SAMPLE_PAYMENT: LedgerEntry = {
  id: 1,
  at: '2026-11-20T15:10:00+05:00',
  booking_id: 1042,
  user_id: null,
  kind: 'payment',
  method: 'bank_transfer',
  amount: 12_500,
  reference: null,
  note: null,
  actor: 'admin',
  actor_name: 'Sana Malik',
  shift_id: null,
  reverses: null,
  reversed_by: null,
  payer_id: 1042,
  payer_name: null,
};

export const SAMPLE_ENTRY: WaitlistEntryMessage = {
  id: 3,
  date: '2026-11-21',
  from: '18:00',
  until: '23:00',
  duration: 90,
  court_id: null,
  court_name: null,
  state: 'unconfirmed',
  name: 'Ayesha Khan',
  email: 'ayesha.khan.of.faisalabad@example.com',
  sms_updates: false,
  phone: '+923001234567',
  url: 'https://padel.example/waiting#w3.cGljdHVyZSBvbmx5LCBub3QgcmVhbA',
};

export const SAMPLE_OFFER: OfferMessage = {
  id: 5,
  court_id: 1,
  court_name: 'Court 1 - Premium Panoramic',
  date: '2026-11-21',
  slots: ['20:00', '20:30', '21:00'],
  state: 'open',
  expires_at: '2026-11-21T19:15:00+05:00',
  name: 'Ayesha Khan',
  email: 'ayesha.khan.of.faisalabad@example.com',
  phone: '+923001234567',
  sms_updates: true,
  updates_by: ['whatsapp'],
  url: 'https://padel.example/booking#offer=5.cGljdHVyZSBvbmx5LCBub3QgcmVhbA',
  entry_url: 'https://padel.example/waiting#w3.cGljdHVyZSBvbmx5LCBub3QgcmVhbA',
  entry_state: 'open',
  has_next: false,
};

export const SAMPLE_PAYER: PayerMessage = {
  id: 7,
  position: 2,
  user_id: null,
  name: 'Bilal Ahmed',
  email: 'bilal@example.com',
  phone: '+923007654321',
  sms_updates: false,
  state: 'joined',
  charge: 2500,
  received: 0,
  balance: 2500,
  payment_method: 'bank_transfer',
  payment_receipt: null,
  receipt_waits: 0,
  hold_until: null,
  turned_away: null,
  paid_ways: [],
  refund_account: null,
  confirmed: false,
  host_name: 'Ayesha K.',
  url: 'https://padel.example/manage#p7.cGljdHVyZSBvbmx5LCBub3QgcmVhbA',
  booking: SAMPLE_BOOKING,
};

export const SAMPLE_ITEM: ItemMessage = {
  id: 9,
  user_id: null,
  name: 'Bilal Ahmed',
  email: 'bilal@example.com',
  phone: '+923007654321',
  sms_updates: false,
  state: 'joined',
  charge: 2500,
  received: 0,
  balance: 2500,
  receipt_waits: false,
  hold_until: Date.parse('2026-11-21T19:15:00+05:00'),
  refund_account: null,
  paid_ways: [],
  item: {
    kind: 'event',
    id: 4,
    title: 'Beginners’ class',
    details: ['Sat, Nov 21, 6 PM – 7 PM', 'Court 1'],
    contact_name: null,
    lines: [{ label: 'Beginners’ class', amount: 2500 }],
    page: '/events/4',
    cancelled: false,
    begins: '2026-11-21T18:00:00+05:00',
    ends: '2026-11-21T19:00:00+05:00',
    attended: false,
  },
  instructions: {
    title: 'Pay at the club reception',
    lines: ['Please pay PKR 2,500 at the reception.'],
    details: [],
    notes: ['Please pay PKR 2,500 at the reception.'],
  },
  confirmed: false,
  url: 'https://padel.example/manage#p9.cGljdHVyZSBvbmx5LCBub3QgcmVhbA',
};

export const SAMPLE_CONTACT: ContactMessage = {
  id: 1,
  name: 'Sana Malik',
  email: 'sana.malik@example.com',
  subject: 'events',
  message: 'Salam,\nwe would like to hold a company evening with 16 players.\n\nIs Thursday free?',
};

export const NAME = 'Bilal Ahmed';
export const LINK =
  'https://padel.example/reset-password?token=Zm9yIHRoZSBwaWN0dXJlIG9ubHksIG5vdCBhIHJlYWwgdG9rZW4';

export const CARD = { payment_method: 'card' } as const;
export const HELD = { pay_by: '2026-11-21T06:00:00+05:00' };
export const CANCELLED = { status: 'cancelled' as const, charge: 0, balance: 0 };
export const RELEASED = { ...CANCELLED, ...HELD };
export const MORNING = {
  start_time: '09:00',
  duration: 90,
  slots: ['09:00', '09:30', '10:00'],
  computed_amount: 6000,
  charge: 6000,
  balance: 6000,
  payment_method: 'cash' as const,
};

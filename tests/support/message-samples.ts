import type { Booking } from '../../src/domain/booking.ts';
import { createIcsFiles } from '../../src/domain/booking-calendar-file.ts';
import type { Club } from '../../src/domain/club.ts';
import { DEFAULT_MESSAGE_STYLE } from '../../src/domain/email-greeting.ts';
import type { ComposeResult, Message, Sample, Sources } from '../../src/notifications/message.ts';
import { MESSAGES } from '../../src/notifications/messages/table.ts';
import {
  SAMPLE_BOOKING,
  SAMPLE_CONTACT,
  SAMPLE_ENTRY,
  SAMPLE_ITEM,
  SAMPLE_OFFER,
  SAMPLE_PAYER,
  SAMPLE_PAYMENT,
} from '../../src/notifications/sample-data.ts';
import type { Channel, Email } from '../../src/outbox/channels/channel.ts';
import { CHANNELS } from '../../src/outbox/channels/table.ts';
import type { OutboxRow } from '../../src/outbox/outbox.ts';

/** A day before the bookings in the samples. */
const NOW = Date.parse('2026-11-20T15:10:00+05:00');
const KEY = 'cGljdHVyZSBvbmx5LCBub3QgcmVhbA';

/** A sample's data, where messages look for it. */
export function sourcesOf(sample: Sample, club: Club): Sources {
  const booking: Booking = { ...SAMPLE_BOOKING, ...sample.booking };
  const second: Booking = { ...booking, id: 1043, date: '2026-11-28' };
  const manageUrl = ({ id }: Booking) => `https://padel.example/manage#${id}.${KEY}`;
  return {
    club: () => ({ ...club, style: DEFAULT_MESSAGE_STYLE }),
    quietHours: () => ({ quiet_from: 0, quiet_to: 0 }),
    recipients: {
      wantsEmail: () => true,
      reach: ({ email, phone }) => ({ email, phone, wants: new Set(CHANNELS.map(({ id }) => id)) }),
      isWalkIn: () => false,
      isConfirmed: () => false,
    },
    findBooking: (id) => [booking, second].find((found) => found.id === id) ?? null,
    isRescheduleUsed: () => (sample.details as { by_customer?: boolean } | undefined)?.by_customer === true,
    listLedgerEntries: () => (sample.entries ?? []).map((entry) => ({ ...SAMPLE_PAYMENT, ...entry })),
    manageUrl,
    confirmationUrl: (found) => `${manageUrl(found)}.confirmation`,
    listUpcomingBookingsOf: () => [booking, second],
    findWaitlistEntry: () => ({ ...SAMPLE_ENTRY, ...sample.entry }),
    findOffer: () => ({ ...SAMPLE_OFFER, ...sample.offer }),
    findPayer: (id) =>
      id === SAMPLE_PAYER.id
        ? { ...SAMPLE_PAYER, booking, ...sample.payer }
        : {
            ...SAMPLE_PAYER,
            ...booking,
            id,
            position: 1,
            host_name: '',
            url: manageUrl(booking),
            booking,
          },
    planSlotsKeptBy: () => 0,
    findItemPayer: () => ({ ...SAMPLE_ITEM, ...sample.item }),
    listShareLinks: () => [{ name: 'Bilal', charge: 2500, url: SAMPLE_PAYER.url }],
    findCompany: () => ({ company: 'Crescent Textiles (Pvt) Ltd', tax_number: '7654321-0' }),
    calendarFiles: (bookings, now) => createIcsFiles(bookings, club, now),
    findContactMessage: () => SAMPLE_CONTACT,
    templateOf: (kind) => kind,
  };
}

/** The message in a form, by the first channel that carries it. */
export function composeSample(
  message: Message,
  sample: Sample,
  club: Club,
  form: Channel['form'] = 'full',
): ComposeResult {
  const channel = CHANNELS.find((one) => one.form === form);
  const asked = message[form];
  if (!channel || !asked) throw new Error(`${message.kind} has no ${form} form`);
  const details = sample.details ?? { waitlist_entry_id: SAMPLE_ENTRY.id, offer_id: SAMPLE_OFFER.id };
  const row = {
    kind: message.kind,
    booking_id: SAMPLE_BOOKING.id,
    payer_id: sample.payer ? SAMPLE_PAYER.id : SAMPLE_BOOKING.payer_id,
    contact_id: SAMPLE_CONTACT.id,
    recipient: SAMPLE_BOOKING.email,
    details: JSON.stringify(details),
  } as OutboxRow;
  return asked.compose(row, NOW, sourcesOf(sample, club), channel);
}

/** Every email the club sends, by kind and variant. */
export function allEmails(club: Club): Record<string, Email> {
  const emails: Record<string, Email> = {};
  for (const message of MESSAGES.filter(({ full }) => full)) {
    for (const [variant, sample] of Object.entries(message.samples)) {
      const composed = composeSample(message, sample, club);
      if (composed.action !== 'send' || composed.form !== 'full')
        throw new Error(`${message.kind}, ${variant}: ${composed.action}`);
      emails[`${message.kind}-${variant}`] = composed.email;
    }
  }
  return emails;
}

import type { SettingKey } from '../../../src/domain/owner-settings.ts';

export interface SettingField {
  key: SettingKey;
  label: string;
  hint?: string;
  /** `number` may be left empty where the setting allows it. */
  kind?: 'text' | 'long' | 'number' | 'hour' | 'tel' | 'email' | 'url' | 'yes_no';
}

export interface SettingGroup {
  id: string;
  title: string;
  /** Where customers see it. */
  lead: string;
  fields: readonly SettingField[];
}

/** Every setting that the dashboard edits as a field, in the order of the page; pictures have their own control. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'club',
    title: 'Club and contacts',
    lead: 'On every page, in every email and on receipts.',
    fields: [
      { key: 'club.name', label: 'Name of the club' },
      { key: 'club.city', label: 'City' },
      {
        key: 'club.phone',
        label: 'Phone',
        kind: 'tel',
        hint: 'As customers should read it: +92 41 1234567.',
      },
      {
        key: 'club.whatsapp',
        label: 'WhatsApp number',
        kind: 'tel',
        hint: 'Digits with the country code: 923001234567. Empty: no WhatsApp links.',
      },
      { key: 'club.email', label: 'Email', kind: 'email', hint: 'Bookings and messages arrive here.' },
      { key: 'club.address', label: 'Address' },
      { key: 'club.opening_text', label: 'Opening hours in words' },
      { key: 'club.tax_number', label: 'Tax number (NTN)', hint: 'Printed on receipts. Empty: none.' },
    ],
  },
  {
    id: 'bank',
    title: 'Bank account',
    lead: 'Customers send their bank transfers here. Compare it with a letter of your bank.',
    fields: [
      { key: 'bank.account_title', label: 'Account title' },
      { key: 'bank.bank_name', label: 'Bank' },
      { key: 'bank.iban', label: 'IBAN', hint: '24 characters that start with PK. Spaces do not matter.' },
    ],
  },
  {
    id: 'booking',
    title: 'Booking rules',
    lead: 'They count for the next booking. Existing bookings keep their deadlines.',
    fields: [
      { key: 'booking.days_ahead', label: 'Days ahead that customers can book', kind: 'number' },
      { key: 'booking.transfer_hours', label: 'Hours to send a bank transfer', kind: 'number' },
      {
        key: 'booking.transfer_before_play_hours',
        label: 'Hours before play by which a transfer must be sent',
        kind: 'number',
      },
      {
        key: 'booking.transfer_least_minutes',
        label: 'Minutes that every customer has at least',
        kind: 'number',
      },
      {
        key: 'booking.cash_deadline_hours_before_play',
        label: 'Hours before play by which cash must be paid',
        kind: 'number',
        hint: 'Empty: players pay when they come.',
      },
      {
        key: 'booking.cash_days_ahead_guests',
        label: 'Days ahead that guests can book in cash',
        kind: 'number',
        hint: 'Empty: as far ahead as everybody.',
      },
      {
        key: 'booking.late_receipt_days',
        label: 'Days after a release that a receipt is still accepted',
        kind: 'number',
      },
      {
        key: 'booking.no_show_limit',
        label: 'No-shows after which cash is not offered',
        kind: 'number',
        hint: '0: cash is always offered.',
      },
      {
        key: 'booking.unpaid_days_contact',
        label: 'Court days that one guest can hold unpaid',
        kind: 'number',
        hint: 'A court day is a whole day of every court. It counts for each email and phone.',
      },
      {
        key: 'booking.unpaid_days_member',
        label: 'Court days that one member can hold unpaid',
        kind: 'number',
      },
      {
        key: 'booking.unpaid_days_network',
        label: 'Court days that one network can hold unpaid',
        kind: 'number',
        hint: 'Many homes share one network, so this is the largest share.',
      },
      {
        key: 'staff.refund_limit',
        label: 'Rupees that staff may give back for one booking',
        kind: 'number',
        hint: '0: only owners give money back.',
      },
      {
        key: 'staff.require_second_factor',
        label: 'Staff need a passkey or an authenticator app',
        kind: 'yes_no',
        hint: 'Yes: a password alone does not open the dashboard for them.',
      },
    ],
  },
  {
    id: 'messages',
    title: 'Messages',
    lead: 'In every email to customers. A text message has room for the facts only.',
    fields: [
      {
        key: 'messages.greeting',
        label: 'Greeting',
        hint: 'The name follows it: Hello, Dear, Assalam-o-alaikum.',
      },
      {
        key: 'messages.signature',
        label: 'Signature',
        kind: 'long',
        hint: 'At the end of every email. Empty: none.',
      },
      { key: 'messages.quiet_from', label: 'Quiet hours begin', kind: 'hour' },
      {
        key: 'messages.quiet_to',
        label: 'Quiet hours end',
        kind: 'hour',
        hint: 'Text messages wait until then. The same hour twice: there are no quiet hours.',
      },
    ],
  },
  {
    id: 'policies',
    title: 'Answer times',
    lead: 'The policies promise them.',
    fields: [
      { key: 'policies.reply_hours', label: 'Hours until customers get an answer', kind: 'number' },
      { key: 'policies.email_support_hours', label: 'Hours until an email is answered', kind: 'number' },
      { key: 'policies.dispute_hours', label: 'Hours until a dispute is answered', kind: 'number' },
    ],
  },
  {
    id: 'sign-in',
    title: 'Login buttons',
    lead: 'On the login page. Only providers that are set up on the server show there.',
    fields: [
      { key: 'sign_in.google', label: 'Google', kind: 'yes_no' },
      { key: 'sign_in.microsoft', label: 'Outlook', kind: 'yes_no' },
      { key: 'sign_in.github', label: 'GitHub', kind: 'yes_no' },
      {
        key: 'sign_in.apple',
        label: 'Apple',
        kind: 'yes_no',
        hint: 'No hides the button. Members who log in with it need their email and password then.',
      },
    ],
  },
  {
    id: 'landing',
    title: 'Landing page',
    lead: 'The first page that visitors see.',
    fields: [
      { key: 'club.tagline', label: 'Tagline', hint: 'Three short words look best.' },
      { key: 'landing.hero_text', label: 'Welcome text', kind: 'long' },
      { key: 'landing.food_text', label: 'Food & Drink', kind: 'long' },
      { key: 'landing.events_text', label: 'Events & Clinics', kind: 'long' },
    ],
  },
  {
    id: 'map',
    title: 'Map and social links',
    lead: 'In the footer, on the contact page and in search results.',
    fields: [
      { key: 'club.map_url', label: 'Link to the map', kind: 'url' },
      { key: 'club.latitude', label: 'Latitude', kind: 'number' },
      { key: 'club.longitude', label: 'Longitude', kind: 'number' },
      { key: 'club.instagram_url', label: 'Instagram', kind: 'url', hint: 'Empty: the link is not shown.' },
      { key: 'club.facebook_url', label: 'Facebook', kind: 'url', hint: 'Empty: the link is not shown.' },
      {
        key: 'site.pixel_id',
        label: 'Meta pixel',
        hint: 'The id of your advertising pixel. Empty: no other company learns of your visitors.',
      },
    ],
  },
];

export const SETTING_LABELS: Record<string, string> = {
  ...Object.fromEntries(SETTING_GROUPS.flatMap(({ fields }) => fields.map(({ key, label }) => [key, label]))),
  'bank.qr_picture': 'QR code of the bank',
  'landing.hero_picture': 'Picture of the welcome',
  'landing.food_picture': 'Picture of Food & Drink',
};

export function groupOf(id: string): SettingGroup {
  const group = SETTING_GROUPS.find((candidate) => candidate.id === id);
  if (!group) throw new Error(`no group ${id}`);
  return group;
}

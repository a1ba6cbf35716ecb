import type { SettingKey } from '../../../src/domain/owner-settings.ts';

export interface SettingField {
  key: SettingKey;
  label: string;
  /** May be empty. */
  hint: string;
  /** `number` may be left empty where the setting allows it. */
  kind: 'text' | 'long' | 'number' | 'hour' | 'tel' | 'email' | 'url' | 'yes_no';
}

export interface SettingGroup {
  id: string;
  title: string;
  /** Where customers see it. */
  lead: string;
  fields: readonly SettingField[];
}

const kindOf =
  (kind: SettingField['kind']) =>
  (key: SettingKey, label: string, hint = ''): SettingField => ({ key, label, hint, kind });
const text = kindOf('text');
const long = kindOf('long');
const number = kindOf('number');
const hour = kindOf('hour');
const tel = kindOf('tel');
const email = kindOf('email');
const url = kindOf('url');
const yesNo = kindOf('yes_no');

/** Every setting that the dashboard edits as a field, in the order of the page; pictures have their own control. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    id: 'club',
    title: 'Club and contacts',
    lead: 'On every page, in every email and on receipts.',
    fields: [
      text('club.name', 'Name of the club'),
      text('club.city', 'City'),
      tel('club.phone', 'Phone', 'As customers should read it: +92 41 1234567.'),
      tel(
        'club.whatsapp',
        'WhatsApp number',
        'Digits with the country code: 923001234567. Empty: no WhatsApp links.',
      ),
      email('club.email', 'Email', 'Bookings and messages arrive here.'),
      text('club.address', 'Address'),
      text('club.opening_text', 'Opening hours in words'),
      text('club.tax_number', 'Tax number (NTN)', 'Printed on receipts. Empty: none.'),
    ],
  },
  {
    id: 'bank',
    title: 'Bank account',
    lead: 'Customers send their bank transfers here. Compare it with a letter of your bank.',
    fields: [
      text('bank.account_title', 'Account title'),
      text('bank.bank_name', 'Bank'),
      text('bank.iban', 'IBAN', '24 characters that start with PK. Spaces do not matter.'),
    ],
  },
  {
    id: 'booking',
    title: 'Booking rules',
    lead: 'They count for the next booking. Existing bookings keep their deadlines.',
    fields: [
      number('booking.days_ahead', 'Days ahead that customers can book'),
      number('booking.transfer_hours', 'Hours to send a bank transfer'),
      number('booking.transfer_before_play_hours', 'Hours before play by which a transfer must be sent'),
      number('booking.transfer_least_minutes', 'Minutes that every customer has at least'),
      number(
        'booking.cash_deadline_hours_before_play',
        'Hours before play by which cash must be paid',
        'Empty: players pay when they come.',
      ),
      number(
        'booking.cash_days_ahead_guests',
        'Days ahead that guests can book in cash',
        'Empty: as far ahead as everybody.',
      ),
      number('booking.late_receipt_days', 'Days after a release that a receipt is still accepted'),
      number(
        'booking.no_show_limit',
        'No-shows after which cash is not offered',
        '0: cash is always offered.',
      ),
      number(
        'booking.unpaid_days_contact',
        'Court days that one guest can hold unpaid',
        'A court day is a whole day of every court. It counts for each email and phone.',
      ),
      number('booking.unpaid_days_member', 'Court days that one member can hold unpaid'),
      number(
        'booking.unpaid_days_network',
        'Court days that one network can hold unpaid',
        'Many homes share one network, so this is the largest share.',
      ),
      number(
        'staff.refund_limit',
        'Rupees that staff may give back for one booking',
        '0: only owners give money back.',
      ),
      number(
        'staff.daily_limit',
        'Rupees that one staff member may give back in 24 hours',
        'It counts for each customer too. Credit, undone payments and lowered prices are in it.',
      ),
      yesNo(
        'staff.require_second_factor',
        'Staff need a passkey or an authenticator app',
        'Yes: a password alone does not open the dashboard for them.',
      ),
    ],
  },
  {
    id: 'messages',
    title: 'Messages',
    lead: 'In every email to customers. An SMS has room for the facts only.',
    fields: [
      text('messages.greeting', 'Greeting', 'The name follows it: Hello, Dear, Assalam-o-alaikum.'),
      long('messages.signature', 'Signature', 'At the end of every email. Empty: none.'),
      hour('messages.quiet_from', 'Quiet hours begin'),
      hour(
        'messages.quiet_to',
        'Quiet hours end',
        'SMS wait until then. The same hour twice: there are no quiet hours.',
      ),
    ],
  },
  {
    id: 'policies',
    title: 'Answer times',
    lead: 'The policies promise them.',
    fields: [
      number('policies.reply_hours', 'Hours until any other message is answered'),
      number('policies.email_support_hours', 'Hours until an email about a booking is answered'),
      number('policies.dispute_hours', 'Hours until a dispute is answered'),
    ],
  },
  {
    id: 'sign-in',
    title: 'Login buttons',
    lead: 'On the login page. Only providers that are set up on the server show there.',
    fields: [
      yesNo('sign_in.google', 'Google'),
      yesNo('sign_in.microsoft', 'Outlook'),
      yesNo('sign_in.github', 'GitHub'),
      yesNo(
        'sign_in.apple',
        'Apple',
        'No hides the button. Members who log in with it need their email and password then.',
      ),
    ],
  },
  {
    id: 'landing',
    title: 'Landing page',
    lead: 'The first page that visitors see.',
    fields: [
      text('club.tagline', 'Tagline', 'Three short words look best.'),
      long('landing.hero_text', 'Welcome text'),
      long('landing.food_text', 'Food & Drink'),
      long('landing.events_text', 'Events & Clinics'),
    ],
  },
  {
    id: 'map',
    title: 'Map and social links',
    lead: 'In the footer, on the contact page and in search results.',
    fields: [
      url('club.map_url', 'Link to the map'),
      number('club.latitude', 'Latitude'),
      number('club.longitude', 'Longitude'),
      url('club.instagram_url', 'Instagram', 'Empty: the link is not shown.'),
      url('club.facebook_url', 'Facebook', 'Empty: the link is not shown.'),
      text(
        'site.pixel_id',
        'Meta pixel',
        'The id of your advertising pixel. Empty: no other company learns of your visitors.',
      ),
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

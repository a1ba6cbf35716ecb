import type { LandingPage } from './landing-texts.ts';
import type { BookingRules } from './payment-deadline.ts';
import type { RaastVariant } from './raast.ts';
import type { ReplyTimes } from './reply-times.ts';

/** Details that any page may show; most are settings of the owner. */
export interface Club {
  name: string;
  tagline: string;
  city: string;
  phone: string;
  /** Digits with country code, for wa.me links; may be empty. */
  whatsapp: string;
  email: string;
  address: string;
  map_url: string;
  /** Degrees; null until the owner enters them. */
  latitude: number | null;
  longitude: number | null;
  instagram_url: string;
  facebook_url: string;
  /** `Every day, 7 AM – 4 AM` */
  opening_text: string;
  /** Shown on receipts; may be empty. */
  tax_number: string;
  bank: Bank;
  booking_days_ahead: number;
  /** Set when members may book further ahead than others, or less far. */
  members_days_ahead?: number;
  booking_rules: BookingRules;
  pixel_id: string;
  /** The club can send text messages, so the wizard offers them. */
  text_messages: boolean;
  /** The other channels that customers can choose for updates about a booking; missing without one. */
  channels?: { id: string; label: string }[];
  /** No mail server is set up: emails are only saved on the server. */
  no_mail?: true;
  /** The site's address without a trailing slash. */
  public_url: string;
  /** Missing until the owner changes the landing page. */
  landing?: LandingPage;
  /** Missing until the owner changes the hours in the policies. */
  policies?: Partial<ReplyTimes>;
}

export interface Bank {
  account_title: string;
  bank_name: string;
  /** Without spaces. */
  iban: string;
  /** A file in `media` with the bank's QR code; may be empty. */
  qr_picture: string;
  /** The format of the club's own QR codes, once the owner's bank has read one. */
  raast: 'off' | RaastVariant;
}

export interface QrImage {
  url: string;
  width: number;
  height: number;
}

/** True while no public address is set, so links lead to the machine itself. */
export function isLocalAddress(publicUrl: string): boolean {
  return /^http:\/\/localhost(:|$)/.test(publicUrl);
}

/** `club.example`: the domain part of ids created by this site. */
export function siteHost(publicUrl: string): string {
  return /^https?:\/\/([^/:]+)/.exec(publicUrl)?.[1] ?? 'localhost';
}

/** How many days ahead this kind of customer may book; their plan may allow more. */
export function daysAheadOf(
  club: Pick<Club, 'booking_days_ahead' | 'members_days_ahead'>,
  isMember: boolean,
  withPlan = 0,
): number {
  return Math.max((isMember ? club.members_days_ahead : undefined) ?? club.booking_days_ahead, withPlan);
}

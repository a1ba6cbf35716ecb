import type { LandingPage } from './landing-texts.ts';
import type { BookingRules } from './payment-deadline.ts';
import type { RaastVariant } from './raast.ts';
import type { ReplyTimes } from './reply-times.ts';

/** The club's details that any page may show; most are settings of the owner. */
export interface Club {
  name: string;
  tagline: string;
  city: string;
  phone: string;
  /** Digits with country code, for wa.me links; may be empty. */
  whatsapp: string;
  email: string;
  address: string;
  /** The target of the map link. */
  map_url: string;
  /** Degrees; null where the owner has entered none. */
  latitude: number | null;
  longitude: number | null;
  instagram_url: string;
  facebook_url: string;
  /** `Every day, 7 AM – 4 AM` */
  opening_text: string;
  /** Stands on receipts; may be empty. */
  tax_number: string;
  bank: Bank;
  /** How many days ahead customers can book. */
  booking_days_ahead: number;
  /** Where members may book further ahead, or less far, than others. */
  members_days_ahead?: number;
  booking_rules: BookingRules;
  pixel_id: string;
  /** The club can send text messages, so the wizard offers them. */
  text_messages: boolean;
  /** There is no mail server: emails are only saved on the server. */
  no_mail?: true;
  /** The site's address without a trailing slash. */
  public_url: string;
  /** Missing while the landing page is the program's own. */
  landing?: LandingPage;
  /** Missing while the policies name the program's own hours. */
  policies?: Partial<ReplyTimes>;
}

export interface Bank {
  account_title: string;
  bank_name: string;
  /** Without spaces. */
  iban: string;
  /** The file in the folder `media` with the bank's QR code; may be empty. */
  qr_picture: string;
  /** How the club's own QR codes of a transfer are written, once the owner's bank has read one. */
  raast: 'off' | RaastVariant;
}

/** The image of the bank's QR code for payments. */
export interface QrImage {
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** The site was told no address of its own, so links lead to the machine that it runs on. */
export function isLocalAddress(publicUrl: string): boolean {
  return /^http:\/\/localhost(:|$)/.test(publicUrl);
}

/** `club.example`: the domain part of the ids that this site creates. */
export function siteHost(publicUrl: string): string {
  return /^https?:\/\/([^/:]+)/.exec(publicUrl)?.[1] ?? 'localhost';
}

/** How many days ahead a customer of this kind may book; a plan of theirs may let them book further. */
export function daysAheadOf(
  club: Pick<Club, 'booking_days_ahead' | 'members_days_ahead'>,
  isMember: boolean,
  withPlan = 0,
): number {
  return Math.max((isMember ? club.members_days_ahead : undefined) ?? club.booking_days_ahead, withPlan);
}

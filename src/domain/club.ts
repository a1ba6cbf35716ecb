import type { PaymentMethod } from './booking.ts';
import type { Court } from './court.ts';
import type { ProviderName } from './sign-in.ts';

/** The facts about the club that the owner sets in `club.toml` and every page may show. */
export interface Club {
  name: string;
  tagline: string;
  city: string;
  phone: string;
  /** Digits with country code, for wa.me links; empty when there is none. */
  whatsapp: string;
  email: string;
  address: string;
  /** Where the map link leads. */
  map_url: string;
  latitude: number;
  longitude: number;
  instagram_url: string;
  facebook_url: string;
  /** `7:00 AM – 4:00 AM, every day` */
  opening_text: string;
  bank: Bank;
  /** How many days ahead a court can be booked. */
  booking_days_ahead: number;
  pixel_id: string;
  /** Text messages can be sent, so they may be offered. */
  text_messages: boolean;
  /** The site's own address, without a slash at the end. */
  public_url: string;
}

export interface Bank {
  account_title: string;
  bank_name: string;
  /** Without spaces. */
  iban: string;
  /** The file in the folder media with the bank's own QR code; empty when there is none. */
  qr_picture: string;
}

/** The bank's own QR code for paying, as pages show it. */
export interface QrImage {
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** `PK36 SCBL 0000 0011 2345 6702` */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** In the HTML of every page: what has to be known before anything is fetched. */
export interface PageData {
  club: Club;
  /** Active courts. */
  courts: Court[];
  /** The ways to pay the wizard offers. */
  payment_methods: readonly PaymentMethod[];
  /** Null while the owner has named none, or the file is not there. */
  bank_picture: QrImage | null;
  /** The providers whose buttons the login page shows. */
  sign_in: readonly ProviderName[];
  /** The request came without a session: nobody needs to be asked who is here. */
  guest?: boolean;
}

/** `club.example`: what stands after the @ of ids this site gives out. */
export function siteHost(publicUrl: string): string {
  return /^https?:\/\/([^/:]+)/.exec(publicUrl)?.[1] ?? 'localhost';
}

import { CONTACT_CORRECTION_MS } from '../domain/self-service.ts';
import { isSameSignature, linkSignature } from '../http/link-signature.ts';

const CONFIRMATION_LIFETIME_MS = 48 * 60 * 60_000;

/** A booking with its customer's email. */
type Keyed = { id: number; email: string };
type KeyedPayer = Keyed & { booking_id: number | null; position?: number };

/**
 * The keys of manage links. They are derived from a secret of the club, an id and an email, so nothing is stored, and
 * another email makes another key. The customer's link names the booking, as it always has; another payer's names the
 * payer: `/manage#p7.KEY`.
 */
export class PayerKeys {
  readonly #secret: string;
  readonly #publicUrl: string;

  constructor(secret: string, publicUrl: string) {
    this.#secret = secret;
    this.#publicUrl = publicUrl;
  }

  keyOf({ id, email }: Keyed): string {
    return this.#sign('booking', 'manage', id, email.toLowerCase());
  }

  matches(booking: Keyed, key: string): boolean {
    return isSameSignature(key, this.keyOf(booking));
  }

  matchesPayer(payer: KeyedPayer, key: string): boolean {
    return isSameSignature(key, this.#keyOfPayer(payer));
  }

  /** Browsers don't send anything after `#`, so the key reaches no log, referrer or pixel. */
  manageUrl(booking: Keyed): string {
    return `${this.#publicUrl}/manage#${booking.id}.${this.keyOf(booking)}`;
  }

  payerUrl(payer: KeyedPayer): string {
    const { id, booking_id, position } = payer;
    const number = position === 1 ? booking_id : `p${id}`;
    return `${this.#publicUrl}/manage#${number}.${this.#keyOfPayer(payer)}`;
  }

  /** A link that the reception hands over; `entry` is the entry of the history that says so. */
  handedUrl(payer: Keyed, entry: number): string {
    return `${this.#publicUrl}/manage#h${payer.id}.${entry}.${this.#signHanded(payer, entry)}`;
  }

  matchesHanded(payer: Keyed, entry: number, key: string): boolean {
    return isSameSignature(key, this.#signHanded(payer, entry));
  }

  /** Proves the browser that made the booking; no email contains it. */
  contactKeyOf({ id }: { id: number }): string {
    return this.#sign('booking', 'booked here', id);
  }

  /** Whether the browser that made the booking is asking, within the time it may correct the email on its own. */
  provesBrowser(booking: { id: number; created_at: string }, contactKey: string, now: number): boolean {
    const isInTime = now - Date.parse(booking.created_at) < CONTACT_CORRECTION_MS;
    return isSameSignature(contactKey, this.contactKeyOf(booking)) && isInTime;
  }

  /** The link with which the old address allows `email` to replace it. */
  confirmationUrl(booking: Keyed, email: string, now: number): string {
    const expiry = (now + CONFIRMATION_LIFETIME_MS).toString(36);
    const confirmation = `${expiry}.${Buffer.from(email).toString('base64url')}.${this.#signChange(booking, email, expiry)}`;
    return `${this.manageUrl(booking)}.${confirmation}`;
  }

  confirms(booking: Keyed, email: string, confirmation: string, now: number): boolean {
    const [expiry = '', , signature = ''] = confirmation.split('.');
    return (
      isSameSignature(signature, this.#signChange(booking, email, expiry)) &&
      Number.parseInt(expiry, 36) > now &&
      Number.parseInt(expiry, 36) <= now + CONFIRMATION_LIFETIME_MS + 60_000
    );
  }

  #keyOfPayer({ id, booking_id, position, email }: KeyedPayer): string {
    if (position === 1 && booking_id !== null) return this.keyOf({ id: booking_id, email });
    return this.#sign('payer', id, email.toLowerCase());
  }

  #signHanded({ id, email }: Keyed, entry: number): string {
    return this.#sign('payer', 'handed', id, email.toLowerCase(), entry);
  }

  #signChange(booking: Keyed, email: string, expiry: string): string {
    return this.#sign(
      'booking',
      'new email',
      booking.id,
      booking.email.toLowerCase(),
      email.toLowerCase(),
      expiry,
    );
  }

  /** The purpose keeps these signatures apart from each other and from the secret's other uses. */
  #sign(...parts: (string | number)[]): string {
    return linkSignature(this.#secret, parts);
  }
}

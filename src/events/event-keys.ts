import { isSameSignature, linkSignature } from '../http/link-signature.ts';

/** The addresses of events and coaches; an unlisted event's address contains a key. */
export class EventKeys {
  readonly #secret: string;
  readonly #publicUrl: string;

  constructor(secret: string, publicUrl: string) {
    this.#secret = secret;
    this.#publicUrl = publicUrl;
  }

  opens({ id, is_public }: { id: number; is_public: number }, key: string): boolean {
    return is_public === 1 || isSameSignature(key, linkSignature(this.#secret, ['event', id]));
  }

  shareUrl({ id, is_public }: { id: number; is_public: number }): string {
    const url = `${this.#publicUrl}/events/${id}`;
    return is_public === 1 ? url : `${url}?key=${linkSignature(this.#secret, ['event', id])}`;
  }

  /** Whether the request comes through the coach's own link; `link` counts the links that the coach has had. */
  isCoach({ id, link }: { id: number; link: number }, key: string): boolean {
    return isSameSignature(key, this.coachKey({ id, link }));
  }

  coachKey({ id, link }: { id: number; link: number }): string {
    return linkSignature(this.#secret, ['coach', id, link]);
  }

  /** Whether a calendar asks with the key of the coach's feed. */
  isCoachFeed(coach: { id: number; link: number }, key: string): boolean {
    return isSameSignature(key, this.#coachFeedKey(coach));
  }

  /** Browsers don't send anything after `#`, so no log gets the key. */
  coachUrl(coach: { id: number; link: number }): string {
    return `${this.#publicUrl}/coach#${coach.id}.${this.coachKey(coach)}`;
  }

  coachFeedUrl(coach: { id: number; link: number }): string {
    return `${this.#publicUrl}/calendar/coach-${coach.id}-${this.#coachFeedKey(coach)}.ics`;
  }

  /** Calendars pass their address on and logs keep it, so it doesn't open the coach's page, which has phones. */
  #coachFeedKey({ id, link }: { id: number; link: number }): string {
    return linkSignature(this.#secret, ['coach feed', id, link]);
  }
}

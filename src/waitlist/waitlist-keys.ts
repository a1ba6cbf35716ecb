import { isSameSignature, linkSignature } from '../http/link-signature.ts';

/** The keys in links to entries and offers; see `link-signature.ts`. */
export class WaitlistKeys {
  readonly #secret: string;
  readonly #publicUrl: string;

  constructor(secret: string, publicUrl: string) {
    this.#secret = secret;
    this.#publicUrl = publicUrl;
  }

  matchesEntry(id: number, key: string): boolean {
    return isSameSignature(key, this.#entryKey(id));
  }

  matchesOffer(id: number, key: string): boolean {
    return isSameSignature(key, this.#offerKey(id));
  }

  /** Where a customer confirms or leaves. Browsers send nothing after `#`, so no log or pixel gets the key. */
  entryUrl(id: number): string {
    return `${this.#publicUrl}/waiting-list#${id}.${this.#entryKey(id)}`;
  }

  /** The wizard's last step, with the offer's slots. */
  offerUrl(id: number): string {
    return `${this.#publicUrl}/booking#offer=${id}.${this.#offerKey(id)}`;
  }

  #entryKey(id: number): string {
    return linkSignature(this.#secret, ['waiting list', 'wish', id]);
  }

  #offerKey(id: number): string {
    return linkSignature(this.#secret, ['waiting list', 'offer', id]);
  }
}

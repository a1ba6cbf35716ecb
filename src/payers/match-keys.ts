import { isSameSignature, linkSignature } from '../http/link-signature.ts';

/** A match's address; for a private one it includes a key. */
export class MatchKeys {
  readonly #secret: string;
  readonly #publicUrl: string;

  constructor(secret: string, publicUrl: string) {
    this.#secret = secret;
    this.#publicUrl = publicUrl;
  }

  opens({ id, is_public }: { id: number; is_public: number }, key: string): boolean {
    return is_public === 1 || isSameSignature(key, this.#keyOf(id));
  }

  shareUrl({ id, is_public }: { id: number; is_public: number }): string {
    const url = `${this.#publicUrl}/matches/${id}`;
    return is_public === 1 ? url : `${url}?key=${this.#keyOf(id)}`;
  }

  #keyOf(id: number): string {
    return linkSignature(this.#secret, ['match', id]);
  }
}

import { isSameSignature, linkSignature } from '../http/link-signature.ts';

type Keyed = { id: number; email: string };

/** The keys of the links to shares; another email makes another key. See `link-signature.ts`. */
export class PlayerKeys {
  readonly #secret: string;
  readonly #publicUrl: string;

  constructor(secret: string, publicUrl: string) {
    this.#secret = secret;
    this.#publicUrl = publicUrl;
  }

  matches(player: Keyed, key: string): boolean {
    return isSameSignature(key, this.#keyOf(player));
  }

  /** Browsers send nothing after `#`, so no log, referrer or pixel gets the key. */
  joinUrl(player: Keyed): string {
    return `${this.#publicUrl}/join#${player.id}.${this.#keyOf(player)}`;
  }

  #keyOf({ id, email }: Keyed): string {
    return linkSignature(this.#secret, ['player', id, email.toLowerCase()]);
  }
}

import type { Transaction } from '../db/club-db.ts';
import type { Actor } from '../db/club-event.ts';
import type { Base } from '../http/base.ts';
import type { TurnKey } from '../images/fair-queue.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import type { ReceiptFiles } from './receipt-files.ts';
import type { ReceiptRoom } from './receipt-room.ts';
import type { ReceiptStore } from './store.ts';
import type { UploadLimits } from './upload-limits.ts';

/** Decoding takes 4 bytes a pixel; phone screenshots stay below this, and our page shrinks larger photos. */
const MAX_PIXELS = 5_000_000;
/** The print of a smaller picture cannot be read. */
const MIN_SIDE_PX = 100;
/** A photo of a receipt stays below it; what exceeds it is mostly noise. */
const PREFERRED_BYTES = 600_000;

export interface Picture {
  image: Uint8Array;
  /** SHA-256 of the photo before the browser shrank it; null when it did not. */
  source_sha256: string | null;
}

export interface Sender {
  /** Whose bytes count together. */
  sender: string;
  /** Pictures with one of these wait for each other. */
  turnKeys: readonly TurnKey[];
  by_customer: boolean;
  actor: Actor;
  signal?: AbortSignal;
}

/** Makes a picture the receipt of a payer, whichever way it came. */
export class PictureIntake {
  readonly #deps;

  constructor(deps: {
    base: Pick<Base, 'club' | 'images'>;
    store: ReceiptStore;
    files: ReceiptFiles;
    room: ReceiptRoom;
    limits: UploadLimits;
  }) {
    this.#deps = deps;
  }

  /** Throws before anything is read when receipts find no room, or too many came for `key` or by the sender. */
  assertRoom(key: string, sender: string): void {
    this.#deps.room.assertFree();
    this.#deps.limits.countReceipt(key, sender);
  }

  /** Stores and records a picture; `attach` runs in the transaction that records it. */
  async take(
    picture: Picture,
    from: Sender,
    attach: (tx: Transaction, path: string) => Payer | SolePayer,
  ): Promise<void> {
    const { base, store, files, room, limits } = this.#deps;
    const { sender, turnKeys, by_customer, actor, signal } = from;
    const image = await base.images.reencode(picture.image, {
      maxPixels: MAX_PIXELS,
      field: 'receipt',
      minSide: MIN_SIDE_PX,
      turnKeys,
      preferredBytes: PREFERRED_BYTES,
      ...(signal ? { signal } : {}),
    });
    const sha256 = new Bun.CryptoHasher('sha256').update(picture.image).digest('hex');
    limits.countStored(sender, image.byteLength);
    const name = await files.save(image);
    const { source_sha256 } = picture;
    const receipt = { name, sha256, source_sha256, size: image.byteLength, by_customer };
    let dropped: string[];
    try {
      dropped = await base.club.write((tx) => {
        const payer = attach(tx, `receipts/${name}`);
        return [...store.record(tx, receipt, payer, actor), ...room.limitUnpaid(tx)];
      });
    } catch (error) {
      await files.remove(name);
      throw error;
    }
    await Promise.all(dropped.map((old) => files.remove(old)));
  }
}

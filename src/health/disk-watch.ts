import type { ClubDb } from '../db/club-db.ts';
import { diskFullText, hasRoom } from '../db/disk-room.ts';
import type { Log } from '../http/log.ts';

export const DISK_FULL =
  'The disk of the club’s computer is full, so nothing can be saved: no bookings, payments or emails. Please call the person who runs it.';

/** How often to email when the same disk keeps freeing a little space and filling up again. */
const EMAIL_INTERVAL_MS = 6 * 60 * 60_000;

/** Watches for space on the disk and, if there is none, tells the owners by whatever still works. */
export class DiskWatch {
  readonly #club: ClubDb;
  readonly #dataDir: string;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #tellOwners: (subject: string, text: string) => Promise<void>;
  #wasFull = false;
  #toldAt = -Infinity;

  constructor(deps: {
    club: ClubDb;
    dataDir: string;
    log: Log;
    now: () => number;
    tellOwners: (subject: string, text: string) => Promise<void>;
  }) {
    this.#club = deps.club;
    this.#dataDir = deps.dataDir;
    this.#log = deps.log;
    this.#now = deps.now;
    this.#tellOwners = deps.tellOwners;
  }

  run(): void {
    const isDoubted = this.#club.isDiskFull();
    const isFull = !hasRoom(this.#dataDir, { isDoubted });
    this.#club.noteDisk(isFull);
    if (isDoubted && !isFull && !this.#wasFull)
      this.#log.error('a write found no room, which is there again');
    if (isFull === this.#wasFull) return;
    this.#wasFull = isFull;
    if (!isFull) {
      this.#log.info('disk has room again');
      return;
    }
    this.#log.error('disk full', { fix: diskFullText(this.#dataDir) });
    if (this.#now() - this.#toldAt < EMAIL_INTERVAL_MS) return;
    this.#toldAt = this.#now();
    void this.#tellOwners('Nothing can be saved: the disk is full', DISK_FULL);
  }
}

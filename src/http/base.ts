import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { ClientIpResolver } from './client-ip.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Log } from './log.ts';
import type { SessionGuard } from './session-guard.ts';
import type { SiteAddress } from './site-address.ts';

/** What a process gives the club that it serves. */
export interface ClubProcess {
  config: Config;
  club: ClubDb;
  log: Log;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** Aborted when the server is about to stop. */
  stopSignal: AbortSignal;
  /** Starts the club again with the settings that the file of the machine has now, after the current requests. */
  restart: () => void;
}

/** What every module gets beside the modules below it. */
export interface Base extends ClubProcess {
  guard: SessionGuard;
  idempotency: IdempotencyStore;
  images: ImageReencoder;
  /** The folder of the club's pictures. */
  mediaDir: string;
  getClientIp: ClientIpResolver;
  /** A proxy forwards requests, but the settings do not name it. */
  hasUntrustedProxy: () => boolean;
  address: SiteAddress;
  /** The security headers; the same object until the settings change them. */
  headers: () => Record<string, string>;
}

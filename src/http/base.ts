import type { Config } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { ClientIpResolver } from './client-ip.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Log } from './log.ts';
import type { SessionGuard } from './session-guard.ts';
import type { SiteAddress } from './site-address.ts';

/** Provided by the process to the club it serves. */
export interface ClubProcess {
  config: Config;
  club: ClubDb;
  log: Log;
  /** In epoch milliseconds. */
  now: () => number;
  /** Aborted when the server is about to stop. */
  stopSignal: AbortSignal;
  /** Finishes current requests, then starts the club again with the settings now in the machine's file. */
  restart: () => void;
}

/** Given to every module, along with the modules below it. */
export interface Base extends ClubProcess {
  guard: SessionGuard;
  idempotency: IdempotencyStore;
  images: ImageReencoder;
  /** The folder with the club's pictures. */
  mediaDir: string;
  getClientIp: ClientIpResolver;
  /** A proxy forwards requests, but the settings don't mention one. */
  hasUntrustedProxy: () => boolean;
  address: SiteAddress;
  /** The security headers; the same object until the settings change them. */
  headers: () => Record<string, string>;
}

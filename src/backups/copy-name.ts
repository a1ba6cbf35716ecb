import { clubInstant, clubTimestamp, isDate } from '../domain/business-day.ts';
import type { StoredObject } from './store.ts';

/**
 * One club's objects below its own folder: `snapshots/` holds the database at a moment, `files/` holds receipts and
 * pictures by digest.
 */
export const SNAPSHOT_PREFIX = 'snapshots/';
export const FILE_PREFIX = 'files/';

/** One copy of the club in a store. */
export interface Copy extends StoredObject {
  /** It contains every change committed before this moment; epoch milliseconds. */
  at: number;
  /** Identifies the data folder it came from; a restored club starts a new line. */
  line: string;
}

const SNAPSHOT_NAME = /\/snapshots\/(\d{8}T\d{9}Z)-([0-9a-f]{8})\.tar\.zst$/;

/** `padel-club-1a2b3c4d/snapshots/20261121T031500123Z-0f1e2d3c.tar.zst` */
export function copyName(clubFolder: string, at: number, line: string): string {
  const stamp = new Date(at).toISOString().replace(/[-:.]/g, '');
  return `${clubFolder}/${SNAPSHOT_PREFIX}${stamp}-${line}.tar.zst`;
}

/** Picks out the copies, oldest first. */
export function toCopies(objects: readonly StoredObject[]): Copy[] {
  return objects
    .flatMap((object) => {
      const [, stamp = '', line = ''] = SNAPSHOT_NAME.exec(object.name) ?? [];
      const [, y, mo, d, h, mi, s, ms] = /^(....)(..)(..)T(..)(..)(..)(...)Z$/.exec(stamp) ?? [];
      const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
      return Number.isNaN(at) ? [] : [{ ...object, at, line }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Reads `2026-11-21 03:15` in club time, or an instant with an offset; null for any other text. */
export function parseMoment(text: string): number | null {
  const [, date = '', hours = '', minutes = ''] = /^(\S{10})[T ](\d\d):(\d\d)$/.exec(text.trim()) ?? [];
  if (isDate(date) && Number(hours) < 24 && Number(minutes) < 60)
    return clubInstant(date, Number(hours) * 60 + Number(minutes));
  const at = /(Z|[+-]\d\d:?\d\d)$/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** `2026-11-21 03:15:04` in club time. */
export function formatMoment(at: number): string {
  return clubTimestamp(at).slice(0, 19).replace('T', ' ');
}

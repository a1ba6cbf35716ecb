import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';
import type { SettingValue } from '../domain/owner-settings.ts';
import { readState, writeState } from './settings.ts';

const STATE = 'planned change';

/** Settings that take effect on a business day. */
export interface PlannedChange {
  from: string;
  changes: Record<string, SettingValue>;
  /** The owner who planned it. */
  user_id: number | null;
}

export function readPlannedChange(db: Database): PlannedChange | null {
  const stored = readState(db, STATE);
  return typeof stored === 'string' ? (JSON.parse(stored) as PlannedChange) : null;
}

/** Null drops it. */
export function writePlannedChange(tx: Transaction, planned: PlannedChange | null): void {
  writeState(tx.db, STATE, planned ? JSON.stringify(planned) : false);
}

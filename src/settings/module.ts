import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { Club } from '../domain/club.ts';
import {
  clubOf,
  type LockedSettings,
  type MachineFacts,
  type OwnerSettings,
} from '../domain/owner-settings.ts';
import type { Job } from '../jobs.ts';
import { SettingsStore } from './store.ts';

/** What the owner sets at the dashboard. Only this module writes the table setting. */
export function createSettingsModule(deps: {
  club: ClubDb;
  lockedSettings: LockedSettings;
  /** What only `club.toml` and the environment set, and pages show. */
  machine: MachineFacts;
}) {
  const store = new SettingsStore(deps.club.db, deps.lockedSettings);
  const jobs: Job[] = [];
  let source: OwnerSettings | null = null;
  let facts: Club | null = null;

  /** The club's facts; the same object until one of them changes. */
  const clubFacts = (): Club => {
    const settings = store.current();
    if (facts === null || source !== settings) facts = clubOf(settings, deps.machine);
    source = settings;
    return facts;
  };

  return {
    routes: new Elysia({ name: 'settings module' }),
    jobs,
    api: { clubFacts, staffRefundLimit: () => store.current().staff.refund_limit },
  };
}

import { type Config, machineFacts } from '../config/load-config.ts';
import type { ClubDb } from '../db/club-db.ts';
import type { Club } from '../domain/club.ts';
import { clubOf, type OwnerSettings } from '../domain/owner-settings.ts';
import type { ProviderName } from '../domain/sign-in.ts';
import type { SessionGuard } from '../http/session-guard.ts';
import type { ImageWriter } from '../images/image-writer.ts';
import type { Job } from '../jobs.ts';
import { type MachineState, settingsRoutes } from './routes.ts';
import { SettingsStore } from './store.ts';

/** What the owner sets at the dashboard. Only this module writes the table setting. */
export function createSettingsModule(deps: {
  guard: SessionGuard;
  club: ClubDb;
  config: Config;
  mediaDir: string;
  imageWriter: ImageWriter;
  configuredProviders: () => readonly ProviderName[];
}) {
  const { config } = deps;
  const store = new SettingsStore(deps.club.db, config.lockedSettings);
  const machine = machineFacts(config);
  const jobs: Job[] = [];
  let source: OwnerSettings | null = null;
  let facts: Club | null = null;

  /** The club's facts; the same object until one of them changes. */
  const clubFacts = (): Club => {
    const settings = store.current();
    if (facts === null || source !== settings) facts = clubOf(settings, machine);
    source = settings;
    return facts;
  };

  const machineState = (): MachineState => ({
    public_url: config.publicUrl,
    has_public_url: !config.publicUrl.startsWith('http://localhost'),
    mail: config.mail.smtp_url ? 'smtp' : 'files',
    text_messages: machine.text_messages,
    backup_elsewhere: config.backup.s3.bucket !== '' || config.backup.folder !== '',
    card_payments: config.payments.provider !== '',
    sign_in: [...deps.configuredProviders()],
  });

  return {
    routes: settingsRoutes({ ...deps, store, locked: config.lockedSettings, machineState }),
    jobs,
    api: { clubFacts, staffRules: () => store.current().staff },
  };
}

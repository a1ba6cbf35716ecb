import { Elysia } from 'elysia';
import { type Config, machineFacts } from '../config/load-config.ts';
import type { Transaction } from '../db/club-db.ts';
import type { AccountMessage } from '../domain/account-message.ts';
import type { Club } from '../domain/club.ts';
import { clubOf, type OwnerSettings } from '../domain/owner-settings.ts';
import type { ProviderName } from '../domain/sign-in-providers.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import type { Job } from '../jobs.ts';
import { bankAccounts, type OwnerContact, tellOwners } from './bank-changes.ts';
import { type MachineState, settingsRoutes } from './routes.ts';
import { createSetupLink, isSetUp } from './setup-link.ts';
import { type SetupDeps, setupRoutes } from './setup-routes.ts';
import { SettingsStore } from './store.ts';

/** What the owner sets at the dashboard. Only this module writes the table setting. */
export function createSettingsModule(
  deps: SetupDeps & {
    config: Config;
    mediaDir: string;
    imageReencoder: ImageReencoder;
    configuredProviders: () => readonly ProviderName[];
    /** Whether an owner has changed a court, its price or its picture. */
    courtsChecked: () => boolean;
    notify: (tx: Transaction, message: AccountMessage) => void;
    listOwners: () => OwnerContact[];
  },
) {
  const { config } = deps;
  const store = new SettingsStore(deps.club, config.lockedSettings);
  const machine = machineFacts(config);
  const testEmails = new RateLimiter({ limit: 5, window: 10 * 60_000 }, deps.now);
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
    routes: new Elysia({ name: 'settings module' })
      .use(
        settingsRoutes({
          ...{ ...deps, machineState },
          target: {
            ...{ store, locked: config.lockedSettings },
            onBankChange: (tx, { before, after, actor }) => {
              const owners = deps.listOwners();
              const changedBy = owners.find(({ id }) => id === actor.user_id)?.name ?? 'The server';
              tellOwners(tx, { before, after, changedBy }, owners, deps.notify);
            },
          },
          limitTestEmails: (userId) => testEmails.consume(String(userId)),
        }),
      )
      .use(setupRoutes(deps)),
    jobs,
    api: {
      /** The link with which the first owner begins, or null once the club has an admin. */
      createSetupLink: (address: string) =>
        deps.hasAdmin() ? null : deps.club.write((tx) => createSetupLink(tx, address)),
      isSetUp: () => isSetUp(deps.club.db),
      clubFacts,
      staffRules: () => store.current().staff,
      messageSettings: () => store.current().messages,
      unpaidDays: () => {
        const { unpaid_days_network, unpaid_days_contact, unpaid_days_member } = store.current().booking;
        return { network: unpaid_days_network, contact: unpaid_days_contact, member: unpaid_days_member };
      },
      /** Whether the owner shows a provider's button on /login. */
      showsProvider: (name: ProviderName) => store.current().sign_in[name],
      bankAccounts: bankAccounts(deps.club, () => clubFacts().bank.iban),
    },
  };
}

import { join } from 'node:path';
import { DEFAULT_SETTINGS, SETTING_PAGES } from '../../domain/owner-settings.ts';
import { bankQrImageError } from '../../payments/bank-qr-image.ts';
import { readClub } from '../../settings/read-club.ts';
import { type CheckContext, type Finding, ok, warn } from './finding.ts';

export function checkSettings({ config }: CheckContext): Finding[] {
  const findings = [ok('club.toml is valid.')];
  if (config.payments.provider && config.payments.safepay.environment === 'sandbox') {
    findings.push(
      warn(
        'Card payments go to the sandbox: no real money moves, and anyone with its test card plays for free.',
        'Set [payments.safepay] environment = "production" and the keys of that environment.',
      ),
    );
  }
  return findings;
}

/** What a new club must enter before customers can rely on its pages. */
export function checkClubFacts({ config }: CheckContext): Finding[] {
  const club = readClub(config);
  const findings: Finding[] = [];
  if (club.phone === DEFAULT_SETTINGS.club.phone) {
    findings.push(
      warn(
        "The club's phone number is still the example.",
        `Enter your own details in the dashboard, under Settings, ${SETTING_PAGES.club.title}.`,
      ),
    );
  }
  if (!club.bank.iban) {
    findings.push(
      warn(
        'There is no bank account, so the site does not offer bank transfer.',
        `Enter your own in the dashboard, under Settings, ${SETTING_PAGES.bank.title}: customers pay there.`,
      ),
    );
  }
  return findings;
}

export async function checkBankQrImage({ config }: CheckContext): Promise<Finding[]> {
  const name = readClub(config).bank.qr_picture;
  if (!name) return [];
  const error = await bankQrImageError(join(config.dataDir, 'media', name));
  if (!error) return [ok('Confirmations show the QR picture of the bank.')];
  return [
    warn(
      `Confirmations do not show the QR picture of the bank, because media/${name} ${error}.`,
      'Put a PNG or JPEG of at most 2 MB into the folder media, or remove it in the dashboard, under Settings, Bank account.',
    ),
  ];
}

import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../domain/owner-settings.ts';
import { bankQrImageError } from '../../payments/bank-qr-image.ts';
import { readClub } from '../../settings/read-club.ts';
import { type CheckContext, type Finding, ok, warn } from './finding.ts';

/** Settings that a new club must change before customers can rely on its pages. */
export function checkSettings({ config }: CheckContext): Finding[] {
  const club = readClub(config);
  const findings = [ok('club.toml is valid.')];
  if (!club.bank.iban) {
    findings.push(
      warn(
        'There is no bank account, so the site does not offer bank transfer.',
        'Enter your own account at the dashboard, under Settings: customers pay there.',
      ),
    );
  }
  if (club.phone === DEFAULT_SETTINGS.club.phone) {
    findings.push(
      warn(
        "The club's phone number is still the example.",
        'Enter your own details at the dashboard, under Settings.',
      ),
    );
  }
  if (config.payments.provider && config.payments.safepay.environment === 'sandbox') {
    findings.push(
      warn(
        'Card payments go to the sandbox: no real money moves, and anyone with its test card plays for free.',
        'Set [payments.safepay] environment = "production" and the keys of that environment.',
      ),
    );
  }
  if (!config.publicUrl.startsWith('https://')) {
    findings.push(
      warn(
        `The address of the site is ${config.publicUrl}.`,
        'Set [site] public_url to the https address of the site; links in emails use it.',
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
      'Put a PNG or JPEG of at most 2 MB into the folder media, or remove its name at the dashboard, under Settings.',
    ),
  ];
}

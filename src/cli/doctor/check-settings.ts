import { join } from 'node:path';
import { parse } from 'smol-toml';
import defaults from '../../config/club.toml' with { type: 'text' };
import { bankQrImageError } from '../../payments/bank-qr-image.ts';
import { type CheckContext, type Finding, ok, warn } from './finding.ts';

/** Settings that a new club must change before customers can rely on its pages. */
export function checkSettings({ config }: CheckContext): Finding[] {
  const example = parse(defaults) as { club: { phone: string }; bank: { bank_name: string } };
  const findings = [ok('club.toml is valid.')];
  if (config.club.bank.bank_name === example.bank.bank_name) {
    findings.push(
      warn(
        'The bank account is still the example.',
        'Set your own account in [bank] of club.toml: customers pay there.',
      ),
    );
  }
  if (config.club.phone === example.club.phone) {
    findings.push(
      warn("The club's phone number is still the example.", 'Set your own details in [club] of club.toml.'),
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
  if (!config.club.public_url.startsWith('https://')) {
    findings.push(
      warn(
        `The address of the site is ${config.club.public_url}.`,
        'Set [site] public_url to the https address of the site; links in emails use it.',
      ),
    );
  }
  return findings;
}

export async function checkBankQrImage({ config }: CheckContext): Promise<Finding[]> {
  const name = config.club.bank.qr_picture;
  if (!name) return [];
  const error = await bankQrImageError(join(config.dataDir, 'media', name));
  if (!error) return [ok('Confirmations show the QR picture of the bank.')];
  return [
    warn(
      `Confirmations do not show the QR picture of the bank, because media/${name} ${error}.`,
      'Put a PNG or JPEG of at most 2 MB into the folder media, or empty [bank] qr_picture.',
    ),
  ];
}

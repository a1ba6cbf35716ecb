import { join } from 'node:path';
import { parse } from 'smol-toml';
import defaults from '../../config/club.toml' with { type: 'text' };
import type { Config } from '../../config/load-config.ts';
import { inspectImage } from '../../payments/bank-qr-image.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Settings that a new club has to change before customers may trust its pages. */
export function checkSettings(config: Config): Finding[] {
  const example = parse(defaults) as { club: { phone: string }; bank: { bank_name: string } };
  const findings = [ok('club.toml can be read.')];
  if (config.club.bank.bank_name === example.bank.bank_name) {
    findings.push(
      warn(
        'The bank account is still the example.',
        'Write your own into [bank] of club.toml: customers pay there.',
      ),
    );
  }
  findings.push(...checkBankQrImage(config));
  if (config.club.phone === example.club.phone) {
    findings.push(
      warn("The club's phone number is still the example.", 'Write your own facts into [club] of club.toml.'),
    );
  }
  if (config.payments.provider && config.payments.safepay.environment === 'sandbox') {
    findings.push(
      warn(
        'Card payments go to the sandbox: no real money moves, and whoever knows its test card plays for free.',
        'Set [payments.safepay] environment = "production", with the keys of that side.',
      ),
    );
  }
  if (!config.club.public_url.startsWith('https://')) {
    findings.push(
      warn(
        `The site's address is ${config.club.public_url}.`,
        'Set [site] public_url to the https address people type; links in mails use it.',
      ),
    );
  }
  return findings;
}

function checkBankQrImage(config: Config): Finding[] {
  const name = config.club.bank.qr_picture;
  if (!name) return [];
  const inspection = inspectImage(join(config.dataDir, 'media', name));
  if (!('problem' in inspection)) return [ok("The bank's QR picture is shown on confirmations.")];
  return [
    warn(
      `The bank's QR picture media/${name} ${inspection.problem}, so confirmations go without it.`,
      'Put a PNG or JPEG of at most 2 MB into the folder media, or empty [bank] qr_picture.',
    ),
  ];
}

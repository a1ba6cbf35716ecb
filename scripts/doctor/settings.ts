import { parse } from 'smol-toml';
import type { Config } from '../../src/config.ts';
import defaults from '../../src/settings/club.toml' with { type: 'text' };
import { type Finding, ok, warn } from './finding.ts';

/** Settings that a new club has to change before customers may trust its pages. */
export function examineSettings(config: Config): Finding[] {
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
  if (config.club.phone === example.club.phone) {
    findings.push(
      warn("The club's phone number is still the example.", 'Write your own facts into [club] of club.toml.'),
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

/** An account with valid check digits that isn't the example of earlier versions. */
export const TEST_IBAN = 'PK58MEZN0099880012345678';

const BANK_LINES = `account_title = "Padel Club Faisalabad"\nbank_name = "Test Bank"\niban = "${TEST_IBAN}"\n`;

/** A settings file with a bank account, which bank transfers need; one that already has its own stays as it is. */
export function withTestBank(toml: string): string {
  if (/^iban\s*=/m.test(toml)) return toml;
  if (/^\[bank\]\n/m.test(toml)) return toml.replace(/^\[bank\]\n/m, (header) => header + BANK_LINES);
  return `${toml}\n[bank]\n${BANK_LINES}`;
}

/** An account whose check digits fit and that is not the example of earlier versions. */
export const TEST_IBAN = 'PK58MEZN0099880012345678';

const BANK_LINES = `account_title = "Padel Club Faisalabad"\nbank_name = "Test Bank"\niban = "${TEST_IBAN}"\n`;

/** A settings file that names a bank account, which bank transfer needs; one that names its own stays as it is. */
export function withTestBank(toml: string): string {
  if (/^iban\s*=/m.test(toml)) return toml;
  if (/^\[bank\]\n/m.test(toml)) return toml.replace(/^\[bank\]\n/m, (header) => header + BANK_LINES);
  return `${toml}\n[bank]\n${BANK_LINES}`;
}

/** The number that a person typed, with or without commas; null for an empty field. */
export function parseNumberField(text: string): number | null {
  const digits = text.replace(/[\s,]/g, '');
  return digits === '' ? null : Number(digits);
}

/** The id in a path; 0, which no row has, for any other text. */
export function parseIdOrZero(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

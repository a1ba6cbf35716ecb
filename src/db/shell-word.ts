/** A path as one word of a command for the operator to paste, quoted only if it has to be. */
export function shellWord(path: string): string {
  if (process.platform === 'win32') return `"${path}"`;
  return /^[\p{L}\p{M}\p{N}_@%+=:,./-]+$/u.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

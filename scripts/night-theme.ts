/** A rule of the theme without rules in it: what stands between its braces. */
const NIGHT = /^\[data-theme='dark'\] \{\n([^{}]*)^\}/m;
const NIGHT_OF_SYSTEM = /(:root:not\(\[data-theme='light'\]\) \{\n)[^{}]*(\n +\})/;

/**
 * The theme with its night list in both places: for a part of a page that is always night, and for a whole
 * page while the visitor's system is dark. A selector cannot be both, so the sheet would hold it twice.
 */
export function withNightTwice(theme: string): string {
  const list = NIGHT.exec(theme)?.[1];
  if (!list || !NIGHT_OF_SYSTEM.test(theme)) throw new Error('theme.css has its night list elsewhere now');
  return theme.replace(NIGHT_OF_SYSTEM, (_, open: string, close: string) => open + list.trimEnd() + close);
}

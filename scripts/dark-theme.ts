/** A rule of the theme without rules in it: what stands between its braces. */
const DARK_BLOCK = /^\[data-theme='dark'\] \{\n([^{}]*)^\}/m;
const SYSTEM_DARK_BLOCK = /(:root:not\(\[data-theme='light'\]\) \{\n)[^{}]*(\n +\})/;

/**
 * The theme with its night list in both places: for a part of a page that is always night, and for a whole
 * page while the visitor's system is dark. A selector cannot be both, so the sheet would hold it twice.
 */
export function duplicateDarkTheme(theme: string): string {
  const declarations = DARK_BLOCK.exec(theme)?.[1];
  if (!declarations || !SYSTEM_DARK_BLOCK.test(theme))
    throw new Error('theme.css has its night list elsewhere now');
  return theme.replace(
    SYSTEM_DARK_BLOCK,
    (_, open: string, close: string) => open + declarations.trimEnd() + close,
  );
}

/** The rule with the dark theme's declarations. */
const DARK_BLOCK = /^\[data-theme='dark'\] \{\n([^{}]*)^\}/m;
const SYSTEM_DARK_BLOCK = /(:root:not\(\[data-theme='light'\]\) \{\n)[^{}]*(\n +\})/;

/**
 * Copies the dark declarations from the rule for dark parts of a page into the rule for a dark system scheme. No
 * single selector can express both, and this saves repeating them in the source.
 */
export function duplicateDarkTheme(theme: string): string {
  const declarations = DARK_BLOCK.exec(theme)?.[1];
  if (!declarations || !SYSTEM_DARK_BLOCK.test(theme))
    throw new Error('theme.css no longer has the dark declarations where the build expects them');
  return theme.replace(
    SYSTEM_DARK_BLOCK,
    (_, open: string, close: string) => open + declarations.trimEnd() + close,
  );
}

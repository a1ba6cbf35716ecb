/** Which rules of axe have to run again in the other colour scheme: proven on planted defects. */
import { expect, test } from 'bun:test';
import { AXE_SOURCE, AXE_TAGS, COLOUR_RULES, findAxeViolations, runAxe, SIZE_RULES } from '../support/axe.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

const documentOf = (body: string) => `<!doctype html><html lang="en"><head><title>Planted</title>
  <meta name="viewport" content="width=device-width"><style>
  :root { --ink: #222; --paper: #fff; color-scheme: light }
  @media (prefers-color-scheme: dark) { :root { --ink: #333; --paper: #222; color-scheme: dark } }
  body { color: var(--ink); background: var(--paper) }
  </style></head><body><main>${body}</main></body></html>`;

const DEFECTS = documentOf(`<h1>Planted</h1>
  <img src="data:,"><button></button><input><select><option>1</option></select><a href="#x"></a>
  <div role="no-such-role">role</div><div aria-hidden="true"><button>hidden</button></div>
  <button><a href="#y">nested</a></button><ul><p>no item</p></ul><dl><p>no term</p></dl>
  <div role="checkbox" tabindex="0"></div><div role="button" aria-pressed="maybe" tabindex="0">value</div>
  <p lang="no-such-language">language</p><table><tr><th scope="no-such-scope">1</th></tr></table>
  <button style="width:8px;height:8px;padding:0" aria-label="a"></button><button style="width:8px;height:8px;padding:0" aria-label="b"></button>
  <div style="height:20px;overflow:auto"><p style="height:900px">scrolls</p></div>
  <p>Text with a <a href="#z" style="color:inherit;text-decoration:none">link</a> inside it.</p>`);

test('the colour scheme changes nothing that axe finds, except for the colour rules', async () => {
  const page = await openPage();
  await page.setContent(DEFECTS);
  await page.evaluate(AXE_SOURCE);
  const light = await runAxe(page, null);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await runAxe(page, null);
  const withoutColours = (found: typeof light) => found.filter(({ id }) => !COLOUR_RULES.includes(id));
  expect(withoutColours(light).length).toBeGreaterThan(12);
  expect(withoutColours(dark)).toEqual(withoutColours(light));
  expect(light.map(({ id }) => id)).not.toContain('color-contrast');
  expect(dark.map(({ id }) => id)).toContain('color-contrast');
  expect(await runAxe(page, COLOUR_RULES)).toEqual(dark.filter(({ id }) => COLOUR_RULES.includes(id)));
});

test('a run by tags finds without the style sheets what axe finds with them, and the orientation rule reads them', async () => {
  const page = await openPage();
  const rotated = '@media (orientation: portrait) { html { transform: rotate(90deg) } }</style>';
  await page.setContent(DEFECTS.replace('</style>', rotated));
  await page.evaluate(AXE_SOURCE);
  const ids = (await runAxe(page, null)).map(({ id }) => id);
  const withDefaults = await page.evaluate(async (values) => {
    // @ts-expect-error: `AXE_SOURCE` defines it
    const { violations } = await window.axe.run(document, { runOnly: values });
    return violations.map(({ id }: { id: string }) => id) as string[];
  }, AXE_TAGS);
  expect(ids.length).toBeGreaterThan(12);
  expect(ids).toEqual(withDefaults);
  expect((await runAxe(page, SIZE_RULES)).map(({ id }) => id)).toContain('css-orientation-lock');
});

test('a page without defects is checked for its colours again in the other scheme, and in full when it changed', async () => {
  const page = await openPage();
  await page.setContent(documentOf('<h1>Planted</h1>'));
  expect(await findAxeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await findAxeViolations(page)).map(({ id }) => id)).toEqual(['color-contrast']);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect((await findAxeViolations(page)).map(({ id }) => id).sort()).toEqual([
    'button-name',
    'color-contrast',
  ]);
});

test("the club's stylesheets change colours and shadows only in the dark scheme", async () => {
  const page = await openPage();
  for (const path of ['/', '/booking', '/login', '/admin']) {
    await page.goto(club.url + path);
    const properties = await page.evaluate(() => {
      const found = new Set<string>();
      const read = (rules: CSSRuleList, isDark: boolean) => {
        for (const rule of rules) {
          const dark =
            isDark || (rule instanceof CSSMediaRule && /prefers-color-scheme: dark/.test(rule.conditionText));
          if (rule instanceof CSSGroupingRule) read(rule.cssRules, dark);
          else if (dark && rule instanceof CSSStyleRule) for (const name of rule.style) found.add(name);
        }
      };
      for (const sheet of document.styleSheets) read(sheet.cssRules, false);
      return [...found];
    });
    expect(properties.length).toBeGreaterThan(10);
    const others = properties.filter((name) => !/^--(pico|club)-|^(color-scheme|filter)$/.test(name));
    expect([path, others]).toEqual([path, []]);
  }
});

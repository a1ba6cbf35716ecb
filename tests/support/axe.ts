import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { waitForAnimations } from './browser-pages-and-waits.ts';

/** Half the text of `axe.source`: a browser reads it again for each page. */
export const AXE_SOURCE = readFileSync(
  join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
);
export const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose findings can change with the colour scheme; `tests/e2e/axe-helper.test.ts` proves it. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** The rules whose findings can change with a small change of the page's width. */
export const SIZE_RULES = ['target-size', 'scrollable-region-focusable', 'css-orientation-lock'];

/** The pages that all rules have checked, by their HTML and width, with the colour scheme of that time. */
const checkedSchemes = new Map<number | bigint, string>();

/**
 * The violations that axe finds on the current page, up to WCAG 2.2 AA. A page whose HTML was checked at the same
 * width in the other colour scheme is checked for its colours only. `rules` names the rules instead.
 */
export async function findAxeViolations(
  page: Page,
  rules?: readonly string[],
): Promise<{ id: string; where: string[] }[]> {
  await waitForToasts(page);
  // Colours and sizes of an animation that runs are not those that a visitor reads.
  await waitForAnimations(page);
  const { html, scheme, width, hasAxe } = await page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    width: innerWidth,
    hasAxe: 'axe' in window,
  }));
  const key = Bun.hash(`${width} ${html}`);
  const checkedScheme = checkedSchemes.get(key) ?? scheme;
  const names = rules ?? (checkedScheme === scheme ? null : COLOUR_RULES);
  if (!hasAxe) await page.evaluate(AXE_SOURCE);
  const violations = await runAxe(page, names);
  if (names === null && violations.length === 0) checkedSchemes.set(key, scheme);
  return violations;
}

/** A toast that is about to slide in is not what a visitor reads. */
async function waitForToasts(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[data-sonner-toast][data-mounted="false"]'));
}

/** All rules, or the named ones. */
export function runAxe(
  page: Page,
  rules: readonly string[] | null,
): Promise<{ id: string; where: string[] }[]> {
  const runOnly = rules ? { type: 'rule', values: rules } : AXE_TAGS;
  // Of the rules with these tags only one needs anything fetched: the length of sounds. The style sheets, which axe
  // would fetch and parse again, take as long as all rules; only `css-orientation-lock` reads them.
  const preload = { assets: rules?.includes('css-orientation-lock') ? ['cssom', 'media'] : ['media'] };
  const options = { runOnly, preload, resultTypes: ['violations'] };
  return page.evaluate(async (options) => {
    // @ts-expect-error: `findAxeViolations` defines it
    const result = await window.axe.run(document, options);
    return result.violations.map(
      (violation: { id: string; nodes: { html: string; failureSummary: string }[] }) => ({
        id: violation.id,
        where: violation.nodes.map(
          (node) => `${node.html.slice(0, 160)} ${node.failureSummary.split('\n')[1] ?? ''}`,
        ),
      }),
    );
  }, options);
}

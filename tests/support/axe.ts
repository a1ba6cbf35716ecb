import { expect } from 'bun:test';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { DESKTOP, PHONE } from './browser-pages-and-waits.ts';
import { waitUntil } from './wait-until.ts';

/** Half the text of `axe.source`: a browser parses it again for every page. */
const AXE_SOURCE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8');
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const PICTURES = join(import.meta.dir, '../artefacts');
const NARROWEST = { width: 320, height: 700 };

/** The rules whose findings depend on theme or size; all others read the same HTML. */
const LOOK_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** Whatever scrolls behind these is cut off, in a different place every hour; a visitor would scroll it free. */
const BOTTOM_BARS = '.booking-bar, .admin-dialog-foot, .admin-drawer-bar, .calendar-save';

/**
 * What axe finds on the page as it is, up to WCAG 2.2 AA; `rules` narrows the rules. With a dialog open, only the
 * dialog and the toasts are checked: the rest is out of reach and has its own check.
 */
export async function findAxeViolations(
  page: Page,
  rules?: string[],
): Promise<{ id: string; where: string[] }[]> {
  await finishAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(
    async ({ runOnly, bars }) => {
      const barElements = document.querySelectorAll<HTMLElement>(bars);
      for (const bar of barElements) bar.style.setProperty('position', 'static');
      // Only the rule about locked orientation reads style sheets, which axe would otherwise fetch and parse again.
      const options = { runOnly, preload: false, resultTypes: ['violations'] };
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      const toasts = document.querySelectorAll('[data-sonner-toaster]');
      // @ts-expect-error: the source above defines it
      const { violations } = await window.axe
        .run(dialog ? { include: [dialog, ...toasts] } : document, options)
        .finally(() => {
          for (const bar of barElements) bar.style.removeProperty('position');
        });
      return violations.map(
        (violation: { id: string; nodes: { html: string; failureSummary: string }[] }) => ({
          id: violation.id,
          where: violation.nodes.map(
            (node) => `${node.html.slice(0, 160)} ${node.failureSummary.split('\n')[1] ?? ''}`,
          ),
        }),
      );
    },
    { runOnly: rules ? { type: 'rule', values: rules } : AXE_TAGS, bars: BOTTOM_BARS },
  );
}

/**
 * Finishes animations: colours halfway through one are not what a visitor reads. Waiting for the frames would take as
 * long as axe, because a browser without a graphics card draws each one.
 */
async function finishAnimations(page: Page): Promise<void> {
  const isMounting = () => document.querySelector('[data-sonner-toast][data-mounted="false"]') !== null;
  await waitUntil(async () => !(await page.evaluate(isMounting)));
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
        .filter(({ timeline }) => timeline instanceof DocumentTimeline);
    // Finishing one may start another.
    for (let round = 0; round < 20 && running().length > 0; round += 1) {
      for (const animation of running()) animation.finish();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
}

/**
 * Checks a screen at its size in one theme, chosen by its name so that half of the screens are dark. With
 * ALL_LOOKS=1, it is checked by all rules in light, and by the look rules at the other of phone and desktop size in
 * dark. axe must find nothing, and nothing may scroll sideways, not even at 320 pixels. With SCREENSHOTS=1, saves a
 * picture of each.
 */
export async function checkScreen(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? PHONE;
  const other = size.width < 700 ? DESKTOP : PHONE;
  const theme = Bun.hash.crc32(name) % 2 === 0 ? 'light' : 'dark';
  const looks: { viewport: typeof PHONE; colorScheme: 'light' | 'dark'; rules?: string[] }[] =
    process.env.ALL_LOOKS === '1'
      ? [
          { viewport: size, colorScheme: 'light' },
          { viewport: other, colorScheme: 'dark', rules: LOOK_RULES },
        ]
      : [{ viewport: size, colorScheme: theme }];
  for (const { viewport, colorScheme, rules } of looks) {
    // Changing the size costs a layout, so the screen is first read as it is.
    if (viewport !== size) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page, name);
    const violations = await findAxeViolations(page, rules);
    expect([name, colorScheme, viewport.width, violations]).toEqual([name, colorScheme, viewport.width, []]);
    if (process.env.SCREENSHOTS === '1') {
      mkdirSync(PICTURES, { recursive: true });
      const path = join(PICTURES, `${name}-${viewport.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScroll(page, name);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The page adapts to its new size a moment later. */
async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await waitUntil(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).catch(() => {
    throw new Error(`${name} scrolls sideways at ${page.viewportSize()?.width} pixels`);
  });
}

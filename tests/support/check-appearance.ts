import { expect } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { findAxeViolations } from './axe.ts';
import { DESKTOP, PHONE } from './browser-pages-and-waits.ts';

/** In both themes and sizes axe finds nothing, nothing scrolls sideways, and `folder` gets a screenshot. */
export async function checkAppearance(page: Page, folder: string, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([name, size.width, wide]).toEqual([name, size.width, false]);
      const path = join(folder, `${name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    expect([name, colorScheme, await findAxeViolations(page)]).toEqual([name, colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
}

import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSettings, clubOf } from '../../src/domain/owner-settings.ts';
import { findAxeViolations } from '../support/axe.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { allEmails } from '../support/message-samples.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';

const SCREENSHOTS = resolve(import.meta.dir, '../artefacts/emails');
test('every email is readable at 320, 360 and 700 px, in light and dark mode', async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const machine = { public_url: 'https://padelclub.example', text_messages: false, card_hold_minutes: 30 };
  const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage({ colorScheme });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    for (const [name, { html }] of Object.entries(allEmails(club))) {
      await page.setContent(html);
      for (const width of [320, 360, 700]) {
        await page.setViewportSize({ width, height: 800 });
        const overflows = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([name, width, overflows > 0]).toEqual([name, width, false]);
        if (width > 320) {
          await page.screenshot({
            path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
      }
      expect([name, colorScheme, await findAxeViolations(page)]).toEqual([name, colorScheme, []]);
    }
    // Emails load nothing, so no tracking image tells when they are read.
    expect(requests).toEqual([]);
  }
});

import { expect, test } from 'bun:test';
import { buildSettings, clubOf } from '../../src/domain/owner-settings.ts';
import { checkScreen } from '../support/axe.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { allEmails } from '../support/message-samples.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';

test('every email is readable at 320, 360 and 1280 px, in light and dark mode', async () => {
  const machine = { public_url: 'https://padelclub.example', text_messages: false, card_hold_minutes: 30 };
  const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
  const page = await openPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const [name, { html }] of Object.entries(allEmails(club))) {
    await page.setContent(html);
    await checkScreen(page, `email-${name}`);
  }
  // Emails load nothing, so no tracking image tells when they are read.
  expect(requests).toEqual([]);
});

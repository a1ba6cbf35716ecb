import { expect, test } from 'bun:test';
import { buildSettings, clubOf } from '../../src/domain/owner-settings.ts';
import { checkScreen } from '../support/axe.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { allEmails } from '../support/message-samples.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';

/** The head with the tag of the body, the title, and what the body holds. */
function partsOf(html: string) {
  const body = html.indexOf('>', html.indexOf('<body')) + 1;
  const start = html.slice(0, body);
  const [title = ''] = /(?<=<title>)[^<]+/.exec(start) ?? [];
  return { frame: start.replace(title, ''), title, content: html.slice(body, html.lastIndexOf('</body>')) };
}

test('every email is readable at 320, 360 and 1280 px, in light and dark mode', async () => {
  const machine = { public_url: 'https://padelclub.example', text_messages: false, card_hold_minutes: 30 };
  const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
  const emails = Object.values(allEmails(club)).map(({ html }) => partsOf(html));
  const [first] = emails;
  // Their frames are the same, so one page with the contents of all reads as each of them does.
  expect([...new Set(emails.map(({ frame }) => frame))]).toEqual([first?.frame ?? '']);
  expect(emails.filter(({ title }) => title.trim() === '')).toEqual([]);
  expect(emails.filter(({ content }) => content.includes(' id="'))).toEqual([]);
  const page = await openPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const contents = emails.map(({ content }) => content).join('\n');
  await page.setContent(
    `${first?.frame.replace('<title>', `<title>${first.title}`)}${contents}</body></html>`,
  );
  await checkScreen(page, 'emails');
  // Emails load nothing, so no tracking image tells when they are read.
  expect(requests).toEqual([]);
});

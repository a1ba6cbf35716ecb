import { expect, test } from 'bun:test';
import { adminPageOpener } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const openAdmin = adminPageOpener(club);

test('the dashboard warns of a proxy that forwards requests that it does not trust', async () => {
  const warning = 'The server sees all visitors as one';
  const page = await openAdmin('/admin');
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  expect(await page.getByText(warning).count()).toBe(0);
  await fetch(`${club.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: '{}',
  });
  await page.reload();
  await page.getByText(warning).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

import { expect, test } from 'bun:test';
import { openAdminPage } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

test('the dashboard warns of a proxy that forwards requests that it does not trust', async () => {
  const warning = 'The server sees all visitors as one';
  const before = await openAdminPage(club, '/admin');
  await before.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  expect(await before.getByText(warning).count()).toBe(0);
  await before.context().close();
  await fetch(`${club.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
    body: '{}',
  });
  const page = await openAdminPage(club, '/admin');
  await page.getByText(warning).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
});

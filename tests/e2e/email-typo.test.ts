import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { findAxeViolations } from '../support/axe.ts';
import { createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();

test("a typo in an email's domain is asked about, never blocks, and costs the first pages nothing", async () => {
  const page = await openPage();
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const hasTypoCode = async () =>
    (await Promise.all(scripts)).some((text) => text.includes('googlemail.com'));
  const wizard = createWizardPage(page, club.url);
  await page.goto(club.url, { waitUntil: 'networkidle' });
  await wizard.open(`?court=2&date=${addDays(tomorrow, 5)}`);
  await wizard.tap(36, 37);
  await wizard.next();
  await page.getByLabel('Full Name').waitFor();
  expect(await hasTypoCode()).toBe(false);
  await wizard.fillGuest({ email: 'bilal.ahmed@gmial.com' });
  await page.getByText('Did you mean gmail.com?').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  const box = await page.getByRole('button', { name: 'Use gmail.com' }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  // The question does not block.
  await wizard.next();
  await page.getByRole('radio', { name: 'Bank Transfer' }).waitFor();
  await wizard.previous();
  await page.getByRole('button', { name: 'Use gmail.com' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe('bilal.ahmed@gmail.com');
  expect(await page.getByText('Did you mean').count()).toBe(0);
  expect(await hasTypoCode()).toBe(true);
}, 180_000);

import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { keyOf } from '../support/booking-key.ts';
import { bookAsGuest, tomorrow } from '../support/booking-wizard.ts';
import { openPage } from '../support/browser-pages-and-waits.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile({ publicHost: 'localhost', env: { META_PIXEL_ID: '1234567890' } });

async function book() {
  const date = addDays(tomorrow, 1);
  const answer = await bookAsGuest(club.url, { date, start_time: '18:00', payment_method: 'bank_transfer' });
  return (await answer.json()) as { booking: { id: number }; manage_url: string };
}

test("a link's key is in no log, referrer, pixel call or history entry", async () => {
  const { manage_url, booking } = await book();
  const key = keyOf(manage_url);
  const page = await openPage();
  const sent: string[] = [];
  page.context().on('request', (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  await page.context().route(
    (url) => url.origin !== new URL(manage_url).origin,
    (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.fbqCalls = fbq.queue;' }),
  );
  const answer = await page.goto(manage_url);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await page.getByRole('heading', { name: 'Pay by bank transfer' }).waitFor();
  expect(page.url()).toBe(`${new URL(manage_url).origin}/manage?booking_id=${booking.id}`);
  expect(sent.filter((line) => line.includes('facebook'))).toEqual([]);

  // A link to another site opens without a word about where the customer came from.
  const popup = page.context().waitForEvent('page');
  await page.locator('summary', { hasText: 'Calendar & directions' }).click();
  await page.getByRole('link', { name: 'WhatsApp us' }).click();
  const other = await popup;
  await other.waitForLoadState();
  expect(await other.evaluate(() => document.referrer)).toBe('');
  await other.close();

  // On the landing page the pixel runs, in the same tab.
  await page.getByRole('link', { name: 'Padel Club Faisalabad' }).first().click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.waitForFunction(() => 'fbqCalls' in globalThis);
  expect(sent.some((line) => line.includes('facebook'))).toBe(true);
  const seen = await page.evaluate(() => {
    const { navigation, fbqCalls } = globalThis as unknown as {
      navigation: { entries(): { url: string; getState(): unknown }[] };
      fbqCalls: unknown;
    };
    const entries = navigation.entries().map((entry) => [entry.url, entry.getState()]);
    return JSON.stringify([entries, history.state, fbqCalls, document.referrer, sessionStorage]);
  });
  expect(seen).toContain(`/manage?booking_id=${booking.id}`);
  expect(seen).not.toContain(key);
  const withKey = sent.filter((line) => line.includes(key));
  // Only the API gets it, in its own header.
  for (const line of withKey) {
    expect(line).toStartWith(`${new URL(manage_url).origin}/api/booking/${booking.id}`);
    expect(line.replace(`"x-booking-key":"${key}"`, '')).not.toContain(key);
  }
  expect(withKey.length).toBeGreaterThan(0);
  expect(club.output()).not.toContain(key);
}, 180_000);

/** WhatsApp in a browser: the owner's page, the customer's tick, and a chat that the reception answers. */
import { expect, test } from 'bun:test';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { createWizardPage, tomorrow } from '../support/booking-wizard.ts';
import { DESKTOP, pageOpener } from '../support/browser-pages-and-waits.ts';
import { startGraphServer } from '../support/graph-server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createPng } from '../support/test-images.ts';
import { waitUntil } from '../support/wait-until.ts';

const open = pageOpener({ viewport: DESKTOP });

test('an owner tries WhatsApp, a customer ticks it, and the reception answers the chat', async () => {
  const graph = startGraphServer();
  const site = await startServerProcess({ env: graph.env, publicHost: 'localhost' });
  try {
    const page = await open();
    await signInAsAdmin(page, site);
    await page.goto(`${site.url}/admin?tab=settings&page=whatsapp`);
    const test = page.getByRole('form', { name: 'Send me a test' });
    await test.getByLabel('Phone').fill('0301 7654321');
    // The first question has submitted the templates; this one finds them approved.
    await waitUntil(() => graph.templates.size > 10);
    await test.getByRole('button', { name: 'Send me a test' }).click();
    await test.getByText('WhatsApp has taken the message.').waitFor();
    await page.getByText(/^\d+ of \d+ approved$/).click();
    await page.getByText('Booking received approved').waitFor();
    await page.getByText('What Meta has to know').click();
    await page.getByText(`${site.url}/api/whatsapp`).waitFor();
    await checkScreen(page, 'settings-whatsapp');

    const guest = await open();
    const wizard = createWizardPage(guest, site.url);
    await wizard.open(`?court=1&date=${tomorrow}`);
    await wizard.tap(36, 37);
    await wizard.next();
    await guest.getByLabel(/^Updates by WhatsApp: Padel Club Faisalabad writes/).check();
    await checkScreen(guest, 'wizard-whatsapp');
    await wizard.fillGuest({ phone: '0300 8887776' });
    await wizard.next();
    await guest.getByRole('radio', { name: 'Bank Transfer' }).check();
    await wizard.complete();
    await guest.waitForURL(/\/success\?/);
    await waitUntil(() => graph.sent.some(({ to, template }) => to === '923008887776' && template !== null));

    const call = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      expect((await fetch(`${site.url}/api/whatsapp`, { method: 'POST', body, headers })).status).toBe(200);
    graph.media.set('receipt', { bytes: createPng(400, 600) });
    await call(graph.receive('923008887776', { type: 'image', image: { id: 'receipt' } }));
    await call(graph.receive('923008887776', { type: 'text', text: { body: 'Are rackets for rent?' } }));
    await page.goto(`${site.url}/admin?tab=messages`);
    const chat = page.getByRole('listitem').filter({ hasText: 'Bilal Ahmed' });
    await chat.getByRole('button', { name: 'Open the chat with Bilal Ahmed' }).click();
    await chat.getByText('It is the receipt of').waitFor();
    await checkScreen(page, 'admin-chat');
    await chat.getByRole('textbox', { name: 'Answer' }).fill('Yes, PKR 500 each.');
    await chat.getByRole('button', { name: 'Send' }).click();
    await waitUntil(() => graph.sent.some(({ text }) => text === 'Yes, PKR 500 each.'));
    await chat.getByRole('list').getByText('Yes, PKR 500 each.').waitFor();
  } finally {
    await site.close();
    graph.stop();
  }
});

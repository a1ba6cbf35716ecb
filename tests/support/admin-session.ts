import type { Page } from 'playwright';
import { DESKTOP, pageOpener } from './browser-pages-and-waits.ts';
import { insertUserSession } from './insert-user-session.ts';

/**
 * Inserts an admin into the club in `dataDir` and signs `page` in as that admin. `offset` is how many milliseconds
 * the club's clock is ahead.
 */
export async function signInAsAdmin(
  page: Page,
  club: { url: string; dataDir: string },
  role: 'owner' | 'staff' = 'owner',
  offset = 0,
): Promise<void> {
  const email = `admin-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const cookie = insertUserSession(club.dataDir, { email, name: 'Sana Butt', role }, offset);
  await page.context().addCookies([{ name: 'sid', value: cookie.slice('sid='.length), url: club.url }]);
}

/** Opens dashboard views as a new admin, in the pages of `pageOpener`; call it at the top of the file. */
export function adminPageOpener(club: { url: string; dataDir: string }) {
  const open = pageOpener({ viewport: DESKTOP });
  return async (path: string, options?: Parameters<typeof open>[0]) => {
    const page = await open(options);
    await signInAsAdmin(page, club);
    await page.goto(club.url + path);
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    return page;
  };
}

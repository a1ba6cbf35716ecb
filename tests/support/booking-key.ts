import type { Database } from 'bun:sqlite';
import type { Page } from 'playwright';
import { readSecret } from '../../src/db/stored-secret.ts';
import { PayerKeys } from '../../src/payers/payer-keys.ts';

/** The key in a manage link, `https://club.example/manage#12.key` or `#p34.key`. */
export function keyOf(manageUrl: string): string {
  return /#p?\d+\.([\w-]+)/.exec(manageUrl)?.[1] ?? '';
}

/** The key that a booking's customer gets by email. */
export function emailedKey({ db }: { db: Database }, booking: { id: number; email: string }): string {
  return new PayerKeys(readSecret(db, 'cookie'), '').keyOf(booking);
}

/** The header that a booking's customer sends, from the answer of `POST /api/book`. */
export function keyHeader({ manage_url }: { manage_url: string }): Record<string, string> {
  return { 'x-booking-key': keyOf(manage_url) };
}

/** Lets a browser's pages act for a booking's customer, as if that browser had made it. */
export function actAsCustomer(page: Page, answer: { manage_url: string }): Promise<void> {
  return page.context().setExtraHTTPHeaders(keyHeader(answer));
}

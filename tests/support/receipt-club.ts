import { afterEach } from 'bun:test';
import { bookAsGuest, GUEST } from './booking-wizard.ts';
import { makeTempDir, removeDirs } from './data-dir.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { createReceiptForm } from './test-images.ts';

/** Starts executables for receipt uploads. After each test, stops them and undoes whatever `onCleanUp` names. */
export function receiptClubs() {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    onCleanUp: (cleanup: () => unknown) => void cleanups.push(cleanup),
    createDataDir(): string {
      const folder = makeTempDir();
      cleanups.push(() => removeDirs(folder));
      return folder;
    },
    async start(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
      const club = await startServerProcess({ dataDir, env });
      cleanups.push(() => club.stop('SIGKILL'));
      return club;
    },
  };
}

/** Books as a guest who pays by transfer; returns the booking's id. */
export async function bookByTransfer(
  club: ServerProcess,
  over: Record<string, unknown> = {},
): Promise<number> {
  const answer = await bookAsGuest(club.url, { payment_method: 'bank_transfer', ...over });
  return ((await answer.json()) as { booking: { id: number } }).booking.id;
}

export async function uploadReceipt(club: ServerProcess, id: number, picture: Uint8Array) {
  const body = createReceiptForm(picture, { email: GUEST.email });
  const response = await fetch(`${club.url}/api/booking/${id}/receipt`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as { reason?: string; error?: string } };
}

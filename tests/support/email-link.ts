import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { waitUntil } from './wait-until.ts';

/** Two emails sent within one second have the same date. */
const messageNumber = (name: string) => Number(/-(\d+)\.eml$/.exec(name)?.[1]);

/** Waits for an email to `email` in the outbox folder and returns its newest link with `path`. */
export async function waitForEmailLink(dataDir: string, email: string, path: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  return waitUntil(async () => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    names.sort((a, b) => messageNumber(a) - messageNumber(b));
    const mails = await Promise.all(names.map((name) => simpleParser(readFileSync(join(folder, name)))));
    const links = mails
      .filter((mail) => [mail.to].flat().some((to) => to?.text.includes(email)))
      .flatMap((mail) => mail.text?.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => link.includes(path));
    return links.at(-1);
  }).catch(() => {
    throw new Error(`no email to ${email} with ${path}`);
  });
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';

/** Waits for an email to `email` in the outbox folder and returns its newest link with `path`. */
export async function waitForEmailLink(dataDir: string, email: string, path: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    const mails = await Promise.all(names.map((name) => simpleParser(readFileSync(join(folder, name)))));
    const links = mails
      .filter((mail) => [mail.to].flat().some((to) => to?.text.includes(email)))
      .sort((a, b) => (a.date?.getTime() ?? 0) - (b.date?.getTime() ?? 0))
      .flatMap((mail) => mail.text?.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => link.includes(path));
    const newest = links.at(-1);
    if (newest) return newest;
    await Bun.sleep(100);
  }
  throw new Error(`no email to ${email} with ${path}`);
}

import { renderUnicodeCompact } from 'uqr';
import type { ServerNote } from '../db/server-note.ts';

/** The set-up link for a person at the screen, with a QR code for a phone that can reach its address. */
export function formatSetupLink(link: string, note: ServerNote): string {
  const lines = ['Set up your club in the browser. This link works once:', `  ${link}`];
  if (note.needsAddress)
    lines.push(`Behind a proxy, open it at the site’s address:\n\n  ${linkBehindProxy(link)}`);
  else {
    const { hostname } = new URL(link);
    if (/^\d+(\.\d+){3}$/.test(hostname) && hostname !== note.host)
      lines.push(`On this computer:\n\n  ${localLink(link, note.port)}`);
    // On a phone, localhost would be the phone itself.
    if (hostname !== 'localhost') lines.push(renderUnicodeCompact(link));
  }
  return `\n${lines.join('\n\n')}\n`;
}

/** `https://YOUR-ADDRESS/setup#…`: the site doesn't know its proxy's address. */
export function linkBehindProxy(link: string): string {
  return link.replace(/^https?:\/\/[^/]+/, 'https://YOUR-ADDRESS');
}

function localLink(link: string, port: number): string {
  return link.replace(/^https?:\/\/[^/]+/, `http://localhost:${port}`);
}

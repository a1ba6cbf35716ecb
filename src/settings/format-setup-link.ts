import { renderUnicodeCompact } from 'uqr';

/** The set-up link for a person at the screen, with a QR code for the phone. */
export function formatSetupLink(link: string): string {
  return `\nSet up your club in the browser. This link works once:\n\n  ${link}\n\n${renderUnicodeCompact(link)}\n`;
}

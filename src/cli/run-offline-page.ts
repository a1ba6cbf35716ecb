import { DEFAULT_SETTINGS } from '../domain/owner-settings.ts';
import { Settings } from '../settings/settings.ts';
import type { CommandContext } from './command.ts';
import { withOpenClub } from './open-club.ts';

/** Prints a self-contained page for another machine to show while this one is off. */
export function runOfflinePage(context: CommandContext): Promise<number> {
  return withOpenClub(context, async ({ club }) => {
    const facts = new Settings(club, context.loadConfig()).facts();
    const { name, tagline } = facts;
    // Nobody answers at the example's number, and nobody plays at its address.
    const entered = (key: 'phone' | 'whatsapp' | 'address') =>
      facts[key] === DEFAULT_SETTINGS.club[key] ? '' : facts[key];
    const [phone, whatsapp, address] = [entered('phone'), entered('whatsapp'), entered('address')];
    if (!phone)
      context.printStatus(
        'The page has no phone number yet. Enter it in the dashboard, under Settings, Club and contacts, and print the page again.',
      );
    const text = Bun.escapeHTML;
    const contacts = [
      phone &&
        `<p><a class="call" href="tel:${text(phone.replace(/[^+\d]/g, ''))}">Call ${text(phone)}</a></p>`,
      whatsapp && `<p><a href="https://wa.me/${text(whatsapp)}">Write on WhatsApp</a></p>`,
      address && `<p>${text(address)}</p>`,
    ].filter(Boolean);
    context.print(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="60">
<title>${text(name)}: offline for a moment</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 32rem; margin: 12vh auto; padding: 0 1.25rem }
.call { display: inline-block; padding: .75rem 1.5rem; border: 2px solid; border-radius: .5rem; font-weight: 600 }
a { color: inherit }
</style>
</head>
<body>
<main>
<h1>${text(name)}</h1>
<p>${text(tagline)}</p>
<p>We’re offline for a moment, but the club is open as usual. Bookings you’ve made are still valid.</p>
${contacts.join('\n')}
<p>This page tries again by itself every minute.</p>
</main>
</body>
</html>`);
    return 0;
  });
}

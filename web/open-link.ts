import type { PageSummary } from '../src/domain/api/payer-routes.ts';
import { askForOpenedLink } from './lib/opened-link.ts';

/**
 * Inlined in pages whose address has a key link, which only the browser sees. Requests what it opens at once, and when
 * the answer arrives before the page's code, shows its summary in `#opened-link`.
 */
async function showSummary(response: Response): Promise<void> {
  // The page's code reads the response itself.
  const { summary }: { summary?: PageSummary } = response.ok ? await response.clone().json() : {};
  if (!summary) return;
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const { title, heading, lead } = summary;
  document.querySelectorAll('#opened-link > *').forEach((element, at) => {
    element.textContent = [title, heading, lead][at] ?? '';
  });
}

askForOpenedLink()
  ?.then(showSummary)
  .catch(() => {});

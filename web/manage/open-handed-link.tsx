import { callApi } from '../lib/api.ts';
import { reloadBooking } from '../lib/reload.ts';
import { useLocation } from '../lib/router.ts';
import { managePath, parseManageFragment, storeManageUrl } from '../lib/stored-booking-keys.ts';
import { useAction } from '../lib/use-action.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** A link that the reception made opens by a button: it works once, and programs that look at links would use it up. */
export function OpenHandedLink({ link, onOpened }: { link: string; onOpened: () => void }) {
  const { route } = useLocation();
  const { busy, error, run } = useAction('The connection was lost. Please try again.');
  const retryHeader = useIdempotencyKey();
  const open = () =>
    run(async () => {
      const body = { link };
      const { manage_url } = await callApi('POST /api/handed-link', { body, headers: retryHeader(body) });
      storeManageUrl(manage_url);
      const opened = parseManageFragment(manage_url.slice(manage_url.indexOf('#')));
      onOpened();
      if (opened) route(managePath(opened.ref), true);
      await reloadBooking();
    });
  return (
    <section className="card requires-javascript" aria-labelledby="handed-title">
      <h2 id="handed-title">Open it in this browser</h2>
      <p>This link works once. This browser keeps your page, so you won’t need the link again.</p>
      <ErrorAlert text={error} />
      <button type="button" className="wide" aria-busy={busy} disabled={busy} onClick={() => void open()}>
        Open my page
      </button>
    </section>
  );
}

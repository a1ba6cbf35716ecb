import { toast } from 'sonner';
import { callApi } from '../lib/api.ts';
import { useAction } from '../lib/use-action.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';

/** Emails a guest a link by which they download or delete their data. */
export function DataLinkButton({ email }: { email: string }) {
  const { error, busy, run } = useAction('The link could not be sent. Please try again.');
  return (
    <>
      <ErrorAlert text={error} />
      <button
        type="button"
        className="ghost"
        aria-busy={busy}
        onClick={() =>
          void run(async () => {
            await callApi('POST /api/admin/personal-data', { body: { email } });
            toast.success('Link sent', { description: email });
          })
        }
      >
        Email a link to their data
      </button>
      <p className="muted small">The customer asks for or deletes the data; the mailbox is the proof.</p>
    </>
  );
}

import { toast } from 'sonner';
import { callApi } from '../../lib/api.ts';
import { loadNextPageFromServer } from '../../lib/full-navigation.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';

/** A picture of the settings; a chosen file is saved immediately. */
export function SettingPictureField({
  name,
  legend,
  hint,
  url,
  source,
}: {
  name: 'bank_qr' | 'hero' | 'food';
  legend: string;
  hint: string;
  /** The address of the present picture; empty for none. */
  url: string;
  /** What sets it beside the dashboard, if anything. */
  source: string | undefined;
}) {
  const { busy, error, run } = useAction('The picture could not be saved. Please try again.');
  const change = (file: File | null) =>
    run(async () => {
      const params = { name };
      if (file) await callApi('PUT /api/admin/settings/pictures/:name', { params, body: file });
      else await callApi('DELETE /api/admin/settings/pictures/:name', { params });
      loadNextPageFromServer();
      await invalidateQueries('/api/admin/settings');
      toast.success(file ? 'Picture saved' : 'Picture removed', { description: 'The site shows it now.' });
    });
  return (
    <fieldset className="setting-picture" disabled={source !== undefined} aria-busy={busy}>
      <legend>{legend}</legend>
      {url && <img src={url} alt={legend} />}
      <p className="hint">{source ? `Locked: set by ${source} on the server, which wins.` : hint}</p>
      <ErrorAlert text={error} />
      <div className="cluster">
        <input
          type="file"
          accept="image/*"
          aria-label={`Choose: ${legend}`}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void change(file);
          }}
        />
        {url && !source && (
          <button type="button" className="ghost" onClick={() => void change(null)}>
            Remove <span className="visually-hidden">{legend}</span>
          </button>
        )}
      </div>
    </fieldset>
  );
}

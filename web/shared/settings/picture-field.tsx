import type { SettingKey } from '../../../src/domain/owner-settings.ts';
import { callApi } from '../../lib/api.ts';
import { loadNextPageFromServer } from '../../lib/full-navigation.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileButton } from '../../ui/file-button.tsx';

export const LOCKED_HINT = 'Locked: the person who runs the server has set it there.';

/** The server's names for pictures that an owner uploads. */
const NAMES: Partial<Record<SettingKey, string>> = {
  'bank.qr_picture': 'bank_qr',
  'landing.hero_picture': 'hero',
  'landing.food_picture': 'food',
};

/** A picture among the settings; a chosen file is saved immediately. */
export function SettingPictureField({
  field: { key, label, hint },
  value,
  locked,
}: {
  field: { key: SettingKey; label: string; hint?: string };
  /** The current picture's file or address; empty if there is none. */
  value: string;
  /** Set in the server's own settings. */
  locked: boolean;
}) {
  const url = value && (value.startsWith('/') ? value : `/media/${value}`);
  const { busy, error, run } = useAction('The picture could not be saved. Please try again.');
  const change = (file: File | null) =>
    run(async () => {
      const params = { name: NAMES[key] ?? key };
      if (file) await callApi('PUT /api/admin/settings/pictures/:name', { params, body: file });
      else await callApi('DELETE /api/admin/settings/pictures/:name', { params });
      loadNextPageFromServer();
      await invalidateQueries('GET /api/admin/settings', 'GET /api/admin/settings/history');
      showToast('success', file ? 'Picture saved' : 'Picture removed', 'The site shows it now.');
    });
  return (
    <fieldset className="setting-picture" disabled={locked} aria-busy={busy}>
      <legend>{label}</legend>
      {url && <img src={url} alt={label} />}
      <p className="hint">{locked ? LOCKED_HINT : hint}</p>
      <ErrorAlert text={error} />
      <div className="cluster">
        {!locked && (
          <FileButton label={`Choose: ${label}`} onFile={(file) => void change(file)}>
            Choose
          </FileButton>
        )}
        {url && !locked && (
          <button type="button" className="ghost" onClick={() => void change(null)}>
            Remove <span className="visually-hidden">{label}</span>
          </button>
        )}
      </div>
    </fieldset>
  );
}

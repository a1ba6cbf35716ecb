import { toast } from 'sonner';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { callApi } from '../../lib/api.ts';
import { invalidateQueries } from '../../lib/query.ts';
import { useAction } from '../../lib/use-action.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { FileButton } from '../../ui/file-button.tsx';

/** The court's picture; a chosen file is saved immediately. */
export function CourtPictureField({ court }: { court: AdminCourt }) {
  const { busy, error, run } = useAction('The picture could not be saved. Please try again.');
  const change = (file?: File) =>
    run(async () => {
      const params = { id: court.id };
      if (file) await callApi('PUT /api/admin/courts/:id/image', { params, body: file });
      else await callApi('DELETE /api/admin/courts/:id/image', { params });
      await invalidateQueries('/api/admin/courts');
      toast.success(file ? 'Picture saved' : 'Picture removed', { description: court.name });
    });
  return (
    <fieldset className="admin-picture">
      <legend>Picture</legend>
      {court.image_url && <img src={court.image_url} alt={court.name} />}
      <ErrorAlert text={error} />
      <div className="cluster">
        <FileButton label="Choose a picture" onFile={(file) => void change(file)}>
          Choose a picture
        </FileButton>
        {court.image_url && (
          <button type="button" className="ghost" aria-busy={busy} onClick={() => void change()}>
            Remove the picture
          </button>
        )}
      </div>
    </fieldset>
  );
}

import { useUrlParams } from './url-params.ts';

/** Buttons for a list's first and next page; the cursor is in the URL. */
export function Pagination({
  cursor,
  nextCursor,
  label,
}: {
  cursor: string | undefined;
  nextCursor: string | null | undefined;
  label: string;
}) {
  const { navigate } = useUrlParams();
  if (!cursor && !nextCursor) return null;
  return (
    <nav aria-label={label} className="cluster admin-pagination">
      <button
        type="button"
        className="ghost"
        disabled={!cursor}
        onClick={() => navigate({ cursor: undefined })}
      >
        First page
      </button>
      <button
        type="button"
        className="ghost"
        disabled={!nextCursor}
        onClick={() => navigate({ cursor: nextCursor ?? undefined })}
      >
        Next page
      </button>
    </nav>
  );
}

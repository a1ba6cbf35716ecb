import { useParams } from './params.ts';

/** First and next page of a list whose cursor stands in the address. */
export function Pages({
  cursor,
  next,
  label,
}: {
  cursor: string | undefined;
  next: string | null | undefined;
  label: string;
}) {
  const { go } = useParams();
  if (!cursor && !next) return null;
  return (
    <nav aria-label={label} className="cluster desk-pages">
      <button type="button" className="ghost" disabled={!cursor} onClick={() => go({ cursor: undefined })}>
        First page
      </button>
      <button
        type="button"
        className="ghost"
        disabled={!next}
        onClick={() => go({ cursor: next ?? undefined })}
      >
        Next page
      </button>
    </nav>
  );
}

import { useUrlParams } from './url-params.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

/** The search above a list, which the URL holds; a new search begins at the list's first page. */
export function SearchField({ placeholder }: { placeholder: string }) {
  const { params, navigate } = useUrlParams();
  const [text, setText] = useDebouncedInput(params.q ?? '', (value) =>
    navigate({ q: value || undefined, cursor: undefined }, { replace: true }),
  );
  return (
    <div className="admin-filters">
      <label className="admin-search">
        <span>Search</span>
        <input
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { isTyping } from './is-typing.ts';
import { useUrlParams } from './url-params.ts';
import { useDebouncedInput } from './use-debounced-input.ts';

/** The search above a list, kept in the URL; the / key focuses it. A new search starts on the first page. */
export function SearchField({ placeholder }: { placeholder: string }) {
  const { params, navigate } = useUrlParams();
  const [text, setText] = useDebouncedInput(params.q ?? '', (value) =>
    navigate({ q: value || undefined, cursor: undefined }, { replace: true }),
  );
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <label className="admin-search">
      <span>
        Search <kbd>/</kbd>
      </span>
      <input
        ref={input}
        type="search"
        placeholder={placeholder}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

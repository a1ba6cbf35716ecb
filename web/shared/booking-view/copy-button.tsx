import { useEffect, useState } from 'react';

/** Copies `value` to the clipboard, confirming it in the button and to screen readers. */
export function CopyButton({
  value,
  label,
  noun = '',
}: {
  value: string;
  label: string;
  /** Shown in the button after _Copy_, if the value itself is not next to it. */
  noun?: string;
}) {
  const [result, setResult] = useState<'' | 'copied' | 'failed'>('');
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(''), 3000);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async () => setResult((await copyToClipboard(value)) ? 'copied' : 'failed');
  return (
    <>
      <button type="button" className="quiet copy-button" onClick={copy}>
        {result === 'copied' ? 'Copied' : `Copy ${noun}`.trim()}
        <span className="visually-hidden"> {label}</span>
        {result === 'copied' && <span aria-hidden="true"> ✓</span>}
      </button>
      <span role="status" className={result === 'failed' ? 'field-error' : 'visually-hidden'}>
        {result === 'copied' && `${noun} ${label} copied`.trim()}
        {result === 'failed' &&
          (noun ? 'This browser can’t copy it.' : 'Please press and hold the text to copy it.')}
      </span>
    </>
  );
}

/** Pages without https have no clipboard API, but `execCommand` still works. */
async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

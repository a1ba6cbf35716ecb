import { type MouseEvent, useEffect, useRef } from 'react';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { fieldId } from './field.tsx';

/**
 * What is wrong with a form, above it. It takes the focus whenever `attempt` (a count of submits) grows
 * while there are errors; its links focus the fields. `labels` names the fields in the order they stand.
 */
export function ErrorSummary({
  errors,
  attempt,
  labels,
  title = 'Please check these fields',
}: {
  errors: FieldErrors;
  attempt: number;
  labels: Record<string, string>;
  title?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const wrong = Object.keys(labels).filter((name) => errors[name]);
  const heard = useRef(0);
  // A form may learn of its errors a moment after the submit: the first time they stand here counts.
  useEffect(() => {
    if (attempt === 0 || attempt === heard.current || !box.current) return;
    heard.current = attempt;
    box.current.focus();
  });
  if (attempt === 0 || wrong.length === 0) return null;

  const focusField = (event: MouseEvent, name: string) => {
    event.preventDefault();
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby="error-summary-title">
      <h2 id="error-summary-title">{title}</h2>
      <ul>
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
              {inFull(labels[name] ?? name, errors[name] ?? '')}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The error with its field's name before it, unless it says that name itself. */
function inFull(label: string, error: string): string {
  const said = error.toLowerCase();
  const words = label.toLowerCase().split(/[^a-z]+/);
  const named = words.some((word) => word.length > 3 && said.includes(word.replace(/s$/, '')));
  return named ? error : `${label}: ${error}`;
}

import { type MouseEvent, useEffect, useRef } from 'react';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { fieldId } from './field-id.ts';

/**
 * A form's errors, shown above it. Takes the focus when `failedAttempts` grows; its links focus the fields. `labels`
 * gives the fields in order; without it, the form's own labels are used.
 */
export function ErrorSummary({
  errors,
  failedAttempts,
  labels,
}: {
  errors: FieldErrors;
  failedAttempts: number;
  labels?: Record<string, string>;
}) {
  const summaryRef = useRef<HTMLDivElement>(null);
  const labelOf = labels ?? (failedAttempts > 0 ? labelsOnPage() : {});
  const names = new Set([...Object.keys(labelOf), ...(labels ? [] : Object.keys(errors))]);
  const invalidFields = [...names].filter((name) => errors[name]);
  const focusedAttempt = useRef(0);
  // Errors can arrive after the submit, so it takes the focus when they first appear.
  useEffect(() => {
    if (failedAttempts === 0 || failedAttempts === focusedAttempt.current || !summaryRef.current) return;
    focusedAttempt.current = failedAttempts;
    summaryRef.current.focus();
  });
  if (failedAttempts === 0 || invalidFields.length === 0) return null;

  const focusField = (event: MouseEvent, name: string) => {
    event.preventDefault();
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <div
      ref={summaryRef}
      className="error-summary"
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
    >
      <h2 id="error-summary-title">Please check these fields</h2>
      <ul>
        {invalidFields.map((name) => (
          <li key={name}>
            <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name)}>
              {withFieldLabel(labelOf[name], errors[name] ?? '')}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The labels of the fields on the page, keyed by name, leaving out anything in brackets. */
function labelsOnPage(): Record<string, string> {
  const labels = document.querySelectorAll<HTMLLabelElement>(`label[for^="${fieldId('')}"]`);
  return Object.fromEntries(
    [...labels].map(({ htmlFor, textContent }) => [
      htmlFor.slice(fieldId('').length),
      textContent.replace(/ \(.*\)$/, ''),
    ]),
  );
}

/** Puts the field's label in front of the error, unless the error already names the field. */
function withFieldLabel(label: string | undefined, error: string): string {
  if (label === undefined) return error;
  const lowerError = error.toLowerCase();
  const labelWords = label.toLowerCase().split(/[^a-z]+/);
  const namesField = labelWords.some(
    (word) => word.length > 3 && lowerError.includes(word.replace(/s$/, '')),
  );
  return namesField ? error : `${label}: ${error}`;
}

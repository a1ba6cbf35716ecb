import { type ComponentProps, useEffect, useState } from 'react';
import { InputField } from '../ui/field.tsx';

/** A pause in typing, after which the address is probably complete. */
const TYPING_PAUSE_MS = 600;

interface EmailFieldProps extends Omit<ComponentProps<typeof InputField>, 'type' | 'value'> {
  value: string;
  /** Receives the address with the suggested domain. */
  onCorrect: (email: string) => void;
}

/**
 * An email field that asks about a likely typo in the domain but never blocks: a customer without email can't be told
 * about the booking. Loads along with the field, because few pages have one.
 */
export function EmailField({ onCorrect, ...props }: EmailFieldProps) {
  const { value } = props;
  const [suggestion, setSuggestion] = useState({ email: '', corrected: '', domain: '' });
  useEffect(() => {
    if (!value.includes('@')) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      import('../lib/email-typo.ts').then(
        ({ suggestDomain, replaceDomain }) => {
          const domain = suggestDomain(value);
          if (isCurrent) setSuggestion({ email: value, corrected: replaceDomain(value, domain), domain });
        },
        // Offline, the field works without the question.
        () => {},
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [value]);

  const isAsking = suggestion.domain !== '' && suggestion.email === value;
  return (
    <div>
      <InputField
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
      />
      <div role="status" className={isAsking ? 'alert warning' : ''}>
        {isAsking && (
          <>
            <p>Did you mean {suggestion.domain}?</p>
            <button type="button" className="ghost" onClick={() => onCorrect(suggestion.corrected)}>
              Use {suggestion.domain}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

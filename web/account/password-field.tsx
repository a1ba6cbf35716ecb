import { type ComponentProps, useState } from 'react';
import { InputField } from '../ui/field.tsx';

/** A password field with a button to show it. */
export function PasswordField(props: Omit<ComponentProps<typeof InputField>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="account-password">
      <InputField {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="link"
        aria-pressed={shown}
        aria-label={`Show ${props.label.toLowerCase()}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}

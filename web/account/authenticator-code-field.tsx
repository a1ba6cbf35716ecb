import { type ComponentProps, useEffect, useRef } from 'react';
import { InputField } from '../ui/field.tsx';
import { fieldId } from '../ui/field-id.ts';

export const CODE_LABEL = 'Code from your app';

/** The authenticator app's code; takes the focus, because it appears when it is needed. */
export function AuthenticatorCodeField(props: Omit<ComponentProps<typeof InputField>, 'label'>) {
  const wrapper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    wrapper.current?.querySelector<HTMLElement>(`#${fieldId(props.name)}`)?.focus();
  }, [props.name]);
  return (
    <div ref={wrapper}>
      <InputField
        label={CODE_LABEL}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={24}
        required
        hint="Six digits. If you don’t have your phone, type a recovery code."
        {...props}
      />
    </div>
  );
}

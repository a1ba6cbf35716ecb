import { NewPasskeyForm } from '../shared/new-passkey-form.tsx';
import { supportsPasskeys } from '../shared/webauthn.ts';

/** Offers the owner a passkey right after the account. */
export function PasskeyStep({ onDone }: { onDone: () => void }) {
  if (supportsPasskeys()) return <NewPasskeyForm onDone={onDone} />;
  return (
    <>
      <p>This browser cannot keep a passkey here. You can add one later in your account.</p>
      <button type="button" onClick={onDone}>
        Continue
      </button>
    </>
  );
}

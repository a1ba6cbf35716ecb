import { Dialog } from '../ui/dialog.tsx';
import { ReauthenticationForm } from './reauthentication-form.tsx';

/** Has the user authenticate again, above everything else; Escape and Close give up. */
export default function ReauthenticationDialog({ onDone }: { onDone: (succeeded: boolean) => void }) {
  return (
    <Dialog title="Confirm it’s you" onClose={() => onDone(false)}>
      <p className="muted">This step needs a fresh confirmation, which lasts for ten minutes.</p>
      <ReauthenticationForm onReauthenticated={() => onDone(true)} />
    </Dialog>
  );
}

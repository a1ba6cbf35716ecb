import { useEffect, useRef, useState } from 'react';
import { pinSchema } from '../../src/domain/account.ts';
import { ApiError, callApi } from '../lib/api.ts';
import { showToast } from '../lib/toast.ts';
import { useAction } from '../lib/use-action.ts';
import { useForm } from '../lib/use-form.ts';
import { useAuth } from '../shared/session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ChoiceInput } from './inputs.tsx';

const IDLE_MINUTES_KEY = 'admin-lock-minutes';
const IDLE_MINUTES = ['', '2', '5', '15'];

/**
 * Locks the session, and does so automatically after the minutes without a touch that were chosen in this browser.
 */
export function useScreenLock() {
  const { refresh } = useAuth();
  const { busy, error, run } = useAction('The screen could not be locked. Please try again.');
  const [minutes, setMinutes] = useState(() => localStorage.getItem(IDLE_MINUTES_KEY) ?? '');
  const lock = () =>
    run(async () => {
      await callApi('POST /api/auth/lock', { body: {} });
      await refresh();
    });
  const lockRef = useRef(lock);
  useEffect(() => {
    lockRef.current = lock;
  });
  useEffect(() => {
    if (minutes === '') return;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void lockRef.current(), Number(minutes) * 60_000);
    };
    restart();
    const events = ['pointerdown', 'keydown', 'wheel'];
    for (const event of events) document.addEventListener(event, restart, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, restart);
    };
  }, [minutes]);
  return {
    busy,
    error,
    lock,
    minutes,
    setMinutes(value: string) {
      localStorage.setItem(IDLE_MINUTES_KEY, value);
      setMinutes(value);
    },
  };
}

/** Locks the screen now or automatically, and sets a new PIN. */
export function ScreenLockDialog({
  screenLock: { busy, error, lock, minutes, setMinutes },
  onClose,
}: {
  screenLock: ReturnType<typeof useScreenLock>;
  onClose: () => void;
}) {
  return (
    <Dialog title="Lock this screen" onClose={onClose}>
      <p>You stay logged in. Only your PIN will open the dashboard on this device again.</p>
      <ErrorAlert text={error} />
      <button type="button" aria-busy={busy} onClick={() => void lock()} data-autofocus>
        Lock now
      </button>
      <div className="admin-lock-minutes">
        <ChoiceInput
          label="Lock automatically on this device"
          of={IDLE_MINUTES.map(
            (value) => [value, value === '' ? 'Never' : `After ${value} minutes without use`] as const,
          )}
          value={minutes}
          onChoose={setMinutes}
        />
      </div>
      <PinForm
        route="PUT /api/auth/pin"
        label="New PIN (4 to 8 digits)"
        button="Save the PIN"
        onDone={() => showToast('success', 'PIN saved')}
      />
    </Dialog>
  );
}

/** Replaces the page while the session waits for its PIN. */
export default function LockedScreen() {
  const { user, refresh, logout } = useAuth();
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <h1>Locked</h1>
      <p className="lead">{user?.name} is logged in on this device.</p>
      <div className="card">
        <PinForm route="POST /api/auth/unlock" label="PIN" button="Unlock" focus onDone={refresh} />
      </div>
      <p className="cluster">
        <button type="button" className="ghost" onClick={() => void logout()}>
          Logout
        </button>
      </p>
    </main>
  );
}

function PinForm({
  route,
  label,
  button,
  focus = false,
  onDone,
}: {
  route: 'PUT /api/auth/pin' | 'POST /api/auth/unlock';
  label: string;
  button: string;
  focus?: boolean;
  onDone: () => unknown;
}) {
  const { refresh } = useAuth();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { form, formProps, values, set, errors, problem, busy } = useForm({
    schema: pinSchema,
    initialValues: { pin: '' },
    onSubmit: async (body) => {
      await callApi(route, { body });
      form.resetForm();
      await onDone();
    },
    onError: (error) => {
      void form.setFieldValue('pin', '', false);
      // After too many tries, the session has ended.
      if (error instanceof ApiError && error.status === 401) void refresh();
    },
    failure: 'The PIN could not be checked. Please try again.',
  });
  return (
    <form className="admin-pin" {...formProps}>
      <label>
        {label}
        <input
          ref={input}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={values.pin}
          onChange={(event) => set('pin', event.target.value.replace(/\D/g, ''))}
        />
      </label>
      <ErrorAlert text={errors.pin ?? problem} />
      <button type="submit" className={focus ? '' : 'quiet'} aria-busy={busy}>
        {button}
      </button>
    </form>
  );
}

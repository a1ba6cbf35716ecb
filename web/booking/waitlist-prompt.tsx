import { type ComponentType, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { Court } from '../../src/domain/court.ts';
import { useHasTakenSlots } from '../shared/slots/use-availability.ts';

/** Whether the form is open; alerts in the step open it too. */
const useWaitlist = create<{ open: boolean; opened: number }>()(() => ({ open: false, opened: 0 }));

function openWaitlist(): void {
  useWaitlist.setState(({ opened }) => ({ open: true, opened: opened + 1 }));
}

/** An alert's button that opens the form below the slots. */
export function WaitlistButton() {
  return (
    <button type="button" className="ghost" onClick={openWaitlist}>
      Tell me when a slot becomes free
    </button>
  );
}

type FormComponent = ComponentType<{ courts: readonly Court[]; date: string; onClose: () => void }>;

/** Below the slots of a day on which some are taken: the waiting list form. */
export function WaitlistPrompt({
  courts,
  date,
  isFull,
}: {
  courts: readonly Court[];
  date: string;
  /** A full day's alert has the button. */
  isFull: boolean;
}) {
  const { open, opened } = useWaitlist();
  const hasTakenSlots = useHasTakenSlots(date);
  const [Form, setForm] = useState<FormComponent | null>(null);
  const [failed, setFailed] = useState(false);
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!open || Form) return;
    setFailed(false);
    import('./waitlist-form.tsx').then(
      (module) => setForm(() => module.WaitlistForm),
      () => setFailed(true),
    );
  }, [open, Form]);

  // Each press of a button brings the form into view, even if it is already open.
  useEffect(() => {
    if (opened === 0 || !open) return;
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  }, [open, opened]);
  useEffect(() => () => useWaitlist.setState({ open: false, opened: 0 }), []);

  if (!date || ((isFull || !hasTakenSlots) && !open)) return null;
  const close = () => useWaitlist.setState({ open: false, opened: 0 });
  return (
    <section
      ref={section}
      className={open ? 'booking-card waiting' : 'waiting'}
      aria-labelledby="waiting-title"
      tabIndex={-1}
    >
      <h3 id="waiting-title" className={open ? undefined : 'waiting-title'}>
        {open ? 'Tell me when a slot becomes free' : 'Is your time taken?'}
      </h3>
      {!open && <WaitlistButton />}
      {open && Form && (
        <div ref={showFromTitle}>
          <Form courts={courts} date={date} onClose={close} />
        </div>
      )}
      {open && failed && (
        <p className="alert danger" role="alert">
          The form could not be loaded. Please check your connection and open it again.
        </p>
      )}
    </section>
  );
}

/** Before its code arrived, the page ended too early to scroll to it. */
const showFromTitle = (form: HTMLElement | null) =>
  form?.closest('section')?.scrollIntoView({ block: 'start' });

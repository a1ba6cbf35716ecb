import { type ChangeEvent, type DragEvent, type FormEvent, useEffect, useId, useState } from 'react';
import type { Booking, PublicBooking } from '../../src/domain/booking.ts';
import { isEmail } from '../../src/domain/text-schemas.ts';
import { InputField } from '../ui/field.tsx';
import { type Upload, useReceiptUpload } from './receipt-upload.ts';

const KEPT_EMAIL = 'bookingEmail';

/** Sending the picture of a bank transfer; afterwards, that it is under review. */
export function ReceiptCard({ booking }: { booking: PublicBooking & Partial<Booking> }) {
  const { upload, choose, send } = useReceiptUpload(booking.id);
  const kept = useKeptEmail();
  const [email, setEmail] = useState('');
  const [missing, setMissing] = useState('');
  const [again, setAgain] = useState(false);
  if (booking.payment_method !== 'bank_transfer' || booking.status !== 'pending') return null;

  // The server knows its owner by the session; a guest proves it by the booking's email.
  const known = booking.email ?? kept;
  const asks = upload.emailRefused || (!known && booking.email === undefined);
  const sender = asks ? email.trim() : known;

  const take = async (file: File | undefined) => {
    if (!file || !(await choose(file))) return;
    setAgain(false);
    if (!asks) await send(file, sender);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!upload.file) return;
    const problem = asks && !isEmail(sender) ? 'Please enter the email address you booked with.' : '';
    setMissing(problem);
    if (problem) document.getElementById('field-email')?.focus();
    else void send(upload.file, sender);
  };

  const idle = upload.state === 'empty' || upload.state === 'sent';
  const done = booking.receipt_received && idle && !again;
  if (done) return <UnderReview preview={upload.preview} onReplace={() => setAgain(true)} />;
  const sending = upload.state === 'sending';
  const waits = upload.state === 'chosen' || upload.state === 'failed';
  return (
    <section className="card" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Upload your receipt</h2>
      <p>Sent the money? A screenshot of the transfer is all we need.</p>
      <form noValidate onSubmit={submit} aria-busy={sending}>
        {asks && (
          <InputField
            label="Email of the booking"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            value={email}
            error={missing || undefined}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setEmail(event.target.value)}
          />
        )}
        <Picker upload={upload} onFile={(file) => void take(file)} />
        <Progress upload={upload} />
        {upload.problem && (
          <p className="notice danger" role="alert">
            {upload.problem}
          </p>
        )}
        {waits && (
          <button type="submit" className="wide">
            {upload.state === 'failed' ? 'Retry' : 'Send receipt'}
          </button>
        )}
      </form>
    </section>
  );
}

function Picker({ upload, onFile }: { upload: Upload; onFile: (file: File | undefined) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      htmlFor={id}
      className={`receipt-drop${over ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {upload.preview && <img src={upload.preview} alt="The receipt you chose" className="receipt-thumb" />}
      <span>
        <strong>{upload.preview ? 'Choose another picture' : 'Choose a picture'}</strong>
        <span className="receipt-hint">or drop it here. JPG, PNG or WebP, up to 5 MB.</span>
      </span>
      <input
        id={id}
        type="file"
        accept="image/*"
        className="visually-hidden"
        disabled={upload.state === 'sending'}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function Progress({ upload }: { upload: Upload }) {
  if (upload.state !== 'sending') return null;
  const percent = Math.round(upload.progress * 100);
  return (
    <div className="receipt-progress">
      <progress value={upload.progress} max={1} aria-label="Sending your receipt" />
      <span className="number">{percent < 100 ? `${percent}%` : 'Checking…'}</span>
    </div>
  );
}

function UnderReview({ preview, onReplace }: { preview: string; onReplace: () => void }) {
  return (
    <section className="card lit receipt-review" aria-labelledby="review-title">
      {preview && <img src={preview} alt="The receipt you sent" className="receipt-thumb" />}
      <div>
        <h2 id="review-title">Payment under review</h2>
        <p role="status">We have your receipt and check it within 24 hours. You need not do anything.</p>
        <button type="button" className="link" onClick={onReplace}>
          Send another picture instead
        </button>
      </div>
    </section>
  );
}

/** The email of the booking made in this tab, when the wizard left it. */
function useKeptEmail(): string {
  const [email, setEmail] = useState('');
  useEffect(() => {
    try {
      setEmail(sessionStorage.getItem(KEPT_EMAIL) ?? '');
    } catch {
      // Storage is switched off; the guest types it.
    }
  }, []);
  return email;
}

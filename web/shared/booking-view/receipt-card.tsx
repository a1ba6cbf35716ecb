import { type ChangeEvent, type DragEvent, type FormEvent, useEffect, useId, useState } from 'react';
import type { Booking } from '../../../src/domain/booking.ts';
import { formatPayBy } from '../../../src/domain/format-payment-deadline.ts';
import { acceptsLateReceipt } from '../../../src/domain/late-receipt.ts';
import { startOfPlay } from '../../../src/domain/play-time.ts';
import { receiptCheckTime } from '../../../src/domain/reply-times.ts';
import { isEmail } from '../../../src/domain/text-schemas.ts';
import type { BookingRef } from '../../lib/stored-booking-keys.ts';
import { useCurrentMinute } from '../../lib/use-current-minute.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { InputField } from '../../ui/field.tsx';
import { readHandover } from '../confirmation-handover.ts';
import { usePageData } from '../page-data.tsx';
import { CardOrRow } from './row.tsx';
import { type ReceiptUpload, useReceiptUpload } from './use-receipt-upload.ts';

/** The receipt for a booking's transfer, while it is expected or may still count. */
export function BookingReceiptCard({
  booking,
  rejected,
  folds = false,
}: {
  booking: Booking;
  /** Why the club rejected the last receipt. */
  rejected: string | null;
  folds?: boolean;
}) {
  const { club } = usePageData();
  const now = useCurrentMinute();
  const { id, status, payment_method, pay_by, email, receipt_received } = booking;
  const isLate = acceptsLateReceipt(booking, club.booking_rules, now);
  if (!isLate && (payment_method !== 'bank_transfer' || status !== 'pending')) return null;
  return (
    <ReceiptCard
      paysFor={id}
      email={email}
      received={receipt_received}
      // For a pending booking, the page's heading says it.
      rejected={isLate ? rejected : null}
      play={startOfPlay(booking)}
      lateDays={isLate ? club.booking_rules.late_receipt_days : null}
      heldUntil={status === 'pending' && pay_by ? formatPayBy(pay_by, now) : ''}
      folds={folds}
    />
  );
}

/** Upload of a transfer's receipt; afterwards it says that the payment is under review. */
export function ReceiptCard({
  paysFor,
  email: ownEmail,
  received: isReceived,
  rejected = null,
  play,
  lateDays = null,
  heldUntil = '',
  alsoOwed = [],
  folds = false,
}: {
  /** The booking, or the other payer. */
  paysFor: BookingRef;
  /** Whose page this is; absent for a stranger, who types the booking's email. */
  email?: string;
  /** A receipt is waiting; the server doesn't tell strangers. */
  received?: boolean;
  /** Why the club rejected the last one. */
  rejected?: string | null;
  /** When play begins, in epoch milliseconds; infinite if nothing begins. */
  play: number;
  /** How long a released booking's receipt is accepted; null for one still held. */
  lateDays?: number | null;
  /** The end of a deadline that a receipt doesn't stop; empty if there is none. */
  heldUntil?: string;
  /** Whose places came with this one and still have to be paid. */
  alsoOwed?: readonly string[];
  /** Shows a waiting receipt as a row. */
  folds?: boolean;
}) {
  const { upload, selectFile, send } = useReceiptUpload(paysFor, play);
  const storedEmail = useHandoverEmail();
  const [email, setEmail] = useState('');
  const [emailError, setEmailError] = useState('');
  const [replacing, setReplacing] = useState(false);
  const now = useCurrentMinute();

  // The key or session identifies the customer; other browsers send the booking's email.
  const knownEmail = ownEmail ?? storedEmail;
  const needsEmail = upload.emailRefused || (!knownEmail && ownEmail === undefined);
  const senderEmail = needsEmail ? email.trim() : knownEmail;

  const handleFile = async (file: File | undefined) => {
    if (!file || !(await selectFile(file))) return;
    setReplacing(false);
    if (!needsEmail) await send(file, senderEmail);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!upload.file) return;
    const error =
      needsEmail && !isEmail(senderEmail) ? 'Please enter the email address you booked with.' : '';
    setEmailError(error);
    if (error) document.getElementById('field-email')?.focus();
    else void send(upload.file, senderEmail);
  };

  const idle = upload.state === 'empty' || upload.state === 'sent';
  // A stranger's page only knows about its own upload.
  const received = isReceived ?? upload.state === 'sent';
  if (received && idle && !replacing) {
    return (
      <UnderReview
        // For the customer, the page's heading says this.
        title={isReceived ? 'Your receipt' : 'Payment under review'}
        preview={upload.preview}
        checkTime={receiptCheckTime(play, now)}
        heldUntil={heldUntil}
        alsoOwed={alsoOwed}
        folds={folds}
        onReplace={() => setReplacing(true)}
      />
    );
  }
  const sending = upload.state === 'sending';
  const canSend = upload.state === 'chosen' || upload.state === 'failed';
  return (
    <section className="card" aria-labelledby="receipt-title">
      <h2 id="receipt-title">Upload your receipt</h2>
      {rejected && (
        <p className="alert warning">
          <strong>We could not accept your receipt:</strong> {rejected}
        </p>
      )}
      <p>
        {lateDays !== null
          ? `Already sent the money? Upload the receipt within ${countDays(lateDays)}: if the slot is still free, you get it back; otherwise you get credit or a refund.`
          : 'A screenshot of the transfer is enough.'}
      </p>
      <form noValidate onSubmit={submit} aria-busy={sending}>
        {needsEmail && (
          <InputField
            label="Email you booked with"
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            value={email}
            error={emailError || undefined}
            onChange={(event: ChangeEvent<HTMLInputElement>) => setEmail(event.target.value)}
          />
        )}
        <ReceiptPicker upload={upload} onFile={(file) => void handleFile(file)} />
        <UploadProgress upload={upload} />
        <ErrorAlert text={upload.error} />
        {canSend && (
          <button type="submit" className="wide">
            {upload.state === 'failed' ? 'Retry' : 'Send receipt'}
          </button>
        )}
      </form>
    </section>
  );
}

function ReceiptPicker({
  upload,
  onFile,
}: {
  upload: ReceiptUpload;
  onFile: (file: File | undefined) => void;
}) {
  const id = useId();
  const [draggedOver, setDraggedOver] = useState(false);
  // A screenshot can be pasted anywhere on the page except into a text field.
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent) => {
      const file = clipboardData?.files[0];
      if (file && !(target instanceof HTMLInputElement && target.type !== 'file')) onFile(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      htmlFor={id}
      className={`receipt-drop${draggedOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      {upload.preview && <img src={upload.preview} alt="The receipt you chose" className="receipt-thumb" />}
      <span>
        <strong>{upload.preview ? 'Choose another picture' : 'Choose a picture'}</strong>
        <span className="receipt-hint">
          <span className="receipt-desktop">or drop or paste it here. </span>
          JPG, PNG or WebP, up to 5 MB.
        </span>
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

function UploadProgress({ upload }: { upload: ReceiptUpload }) {
  if (upload.state !== 'sending') return null;
  const percent = Math.round(upload.progress * 100);
  return (
    <div className="receipt-progress">
      <progress value={upload.progress} max={1} aria-label="Sending your receipt" />
      <span className="number">{percent < 100 ? `${percent}%` : 'Checking…'}</span>
    </div>
  );
}

function UnderReview({
  title,
  preview,
  checkTime,
  heldUntil,
  alsoOwed,
  folds,
  onReplace,
}: {
  title: string;
  preview: string;
  checkTime: string;
  heldUntil: string;
  alsoOwed: readonly string[];
  folds: boolean;
  onReplace: () => void;
}) {
  return (
    <CardOrRow
      folds={folds}
      id="review-title"
      title={title}
      className="card highlighted"
      // It was sent just now, or a deadline is still running.
      startsOpen={preview !== '' || heldUntil !== ''}
    >
      <div className="receipt-review">
        {preview && <img src={preview} alt="The receipt you sent" className="receipt-thumb" />}
        <div>
          <p role="status">
            We have your receipt and will check it {checkTime}.{' '}
            {heldUntil
              ? `Your slot is held until ${heldUntil}. If we confirm your receipt after that, you get the slot back if it’s still free; otherwise you get credit or a refund.`
              : alsoOwed.length > 0
                ? `It doesn’t pay for ${alsoOwed.join(', ')}.`
                : 'There’s nothing you need to do.'}
          </p>
          <button type="button" className="link" onClick={onReplace}>
            Send another picture instead
          </button>
        </div>
      </div>
    </CardOrRow>
  );
}

/** The email of this tab's last booking: most likely the same guest made this one. */
function useHandoverEmail(): string {
  const [email, setEmail] = useState('');
  useEffect(() => setEmail(readHandover()?.email ?? ''), []);
  return email;
}

function countDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

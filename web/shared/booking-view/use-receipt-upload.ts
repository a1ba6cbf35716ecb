import { useEffect, useRef, useState } from 'react';
import {
  detectFileType,
  IMAGE_TYPE_MESSAGE,
  imageContentError,
  imageTypeError,
} from '../../../src/domain/accepted-image-types.ts';
import {
  RECEIPT_EMAIL_HEADER,
  RECEIPT_MAX_BYTES,
  RECEIPT_SIZE_MESSAGE,
} from '../../../src/domain/receipt-upload.ts';
import { receiptCheckTime } from '../../../src/domain/reply-times.ts';
import { ApiError } from '../../lib/api.ts';
import { connectionText } from '../../lib/connection-text.ts';
import { reloadBooking } from '../../lib/reload.ts';
import { revealPage } from '../../lib/reveal.ts';
import { serverNow } from '../../lib/server-time.ts';
import { type BookingRef, bookingKeyHeader, bookingUrl } from '../../lib/stored-booking-keys.ts';
import { preloadToasts, showToast } from '../../lib/toast.ts';
import { sha256Hex, shrinkImage } from './shrink-image.ts';

const UPLOAD_FAILED_TEXT = 'Failed to upload receipt. Please try again.';

export interface ReceiptUpload {
  state: 'empty' | 'chosen' | 'sending' | 'failed' | 'sent';
  file: File | null;
  /** A `blob:` URL of the chosen image; empty if there is none. */
  preview: string;
  /** 0 to 1 during the upload. */
  progress: number;
  /** Shown next to the button; empty if there is none. */
  error: string;
  /** The server rejected the email, so the customer has to type it. */
  emailRefused: boolean;
}

const EMPTY_UPLOAD: ReceiptUpload = {
  state: 'empty',
  file: null,
  preview: '',
  progress: 0,
  error: '',
  emailRefused: false,
};

/** Uploads one receipt for a play at `play`; the chosen file is kept until the server has it. */
export function useReceiptUpload(paysFor: BookingRef, play: number) {
  const [upload, setUpload] = useState<ReceiptUpload>(EMPTY_UPLOAD);
  const updateUpload = (changes: Partial<ReceiptUpload>) =>
    setUpload((previous) => ({ ...previous, ...changes }));
  const preview = useRef('');
  useEffect(() => {
    preloadToasts();
    return () => URL.revokeObjectURL(preview.current);
  }, []);

  /** Accepts a file that can be a receipt, otherwise shows why not. */
  const selectFile = async (file: File): Promise<boolean> => {
    const error = await receiptFileError(file);
    if (error) {
      showToast('error', error.title, error.text);
      updateUpload({ error: error.text });
      return false;
    }
    URL.revokeObjectURL(preview.current);
    preview.current = URL.createObjectURL(file);
    setUpload({ ...EMPTY_UPLOAD, state: 'chosen', file, preview: preview.current });
    return true;
  };

  const send = async (file: File, email = ''): Promise<void> => {
    updateUpload({ state: 'sending', progress: 0, error: '' });
    try {
      const [picture, digest] = await Promise.all([shrinkImage(file), sha256Hex(file)]);
      const form = new FormData();
      if (email) form.set('email', email);
      form.set('payment_method', 'bank_transfer');
      if (digest) form.set('original_sha256', digest);
      form.set('receipt', picture, file.name);
      // Without a key, the session or the email counts.
      const key = bookingKeyHeader(paysFor);
      const headers = email ? { ...key, [RECEIPT_EMAIL_HEADER]: encodeURIComponent(email) } : key;
      await postReceipt(`${bookingUrl(paysFor)}/receipt`, headers, form, (progress) =>
        updateUpload({ progress }),
      );
      const isSoon = receiptCheckTime(play, serverNow()) === 'before you play';
      const soon = isSoon ? ', and before you play' : '';
      showToast('success', 'Receipt Uploaded Successfully!', `We will review it within 24 hours${soon}.`);
      updateUpload({ state: 'sent', progress: 1 });
      await reloadBooking();
      // The form is gone, and the heading says what follows.
      revealPage();
    } catch (error) {
      showToast('error', 'Upload Failed', UPLOAD_FAILED_TEXT);
      updateUpload({ state: 'failed', error: uploadErrorText(error), emailRefused: isEmailError(error) });
    }
  };

  return { upload, selectFile, send };
}

async function receiptFileError(file: File): Promise<{ title: string; text: string } | null> {
  const kind = detectFileType(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (!file.type.startsWith('image/')) {
    return {
      title: 'Invalid File',
      text: kind === 'pdf' ? (imageTypeError(kind) ?? '') : IMAGE_TYPE_MESSAGE,
    };
  }
  const kindError = imageTypeError(kind);
  if (kindError) return { title: 'Invalid File', text: kindError };
  if (file.size > RECEIPT_MAX_BYTES) return { title: 'File Too Large', text: RECEIPT_SIZE_MESSAGE };
  // Checked here, because shrinking a truncated image would hide that its end is missing.
  const contentError = imageContentError(kind, new Uint8Array(await file.arrayBuffer()));
  return contentError ? { title: 'Invalid File', text: contentError } : null;
}

function uploadErrorText(error: unknown): string {
  if (error instanceof ApiError) return error.failure?.error ?? UPLOAD_FAILED_TEXT;
  return `${connectionText()} Your picture is kept here; please try again.`;
}

function isEmailError(error: unknown): boolean {
  return error instanceof ApiError && error.failure?.fields?.email !== undefined;
}

/** More than a slow network needs for an image of this size. */
const TIMEOUT_MS = 120_000;

/** Posts the form with XMLHttpRequest, because `fetch` doesn't report upload progress. */
function postReceipt(
  url: string,
  headers: Record<string, string>,
  form: FormData,
  onProgress: (fraction: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new ApiError(request.status, request.responseText, request.statusText));
    };
    request.onerror = () => reject(new Error('offline'));
    request.ontimeout = () => reject(new Error('timeout'));
    request.send(form);
  });
}

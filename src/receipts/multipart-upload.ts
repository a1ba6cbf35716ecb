import { MultipartParseError, MultipartParser, type MultipartPart } from '@remix-run/multipart-parser';
import { IMAGE_TYPE_MESSAGE } from '../domain/accepted-image-types.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import { RECEIPT_MAX_BYTES, RECEIPT_SIZE_MESSAGE } from '../domain/receipt-upload.ts';
import type { PendingUpload } from './upload-memory-limit.ts';

const BODY_MAX_BYTES = RECEIPT_MAX_BYTES + 64 * 1024;
/** The form has no longer text field. */
const FIELD_MAX_BYTES = 1024;

/** The size of an upload's body, at most the largest accepted; throws `too_large`. */
export function uploadSize(request: Request): number {
  const length = request.headers.get('content-length');
  if (length === null) return BODY_MAX_BYTES;
  if (Number(length) > BODY_MAX_BYTES) throw tooLargeFailure();
  return Number(length);
}

export interface ReceiptUpload {
  image: Uint8Array;
  source_sha256: string | null;
}

/**
 * Reads the fields `receipt`, `email` and `payment_method` of a multipart body. Unless the upload is already
 * authorized, `authorize` gets the email as soon as it arrives, before anything after it is read, and throws if the
 * sender may not upload.
 */
export async function readReceiptUpload(
  request: Request,
  upload: PendingUpload,
  authorize: (email: string) => void,
): Promise<ReceiptUpload> {
  const boundary = multipartBoundary(request);
  const parts = new Map<string, MultipartPart>();
  try {
    const parser = new MultipartParser(boundary, {
      maxFileSize: RECEIPT_MAX_BYTES,
      maxTotalSize: BODY_MAX_BYTES,
      maxParts: 10,
    });
    for await (const chunk of readChunks(request, upload.signal)) {
      for (const part of parser.write(chunk)) {
        parts.set(part.name ?? '', part);
        if (part.name === 'email' && !upload.authorized) {
          authorize(textOf(part));
          upload.authorized = true;
        }
      }
    }
    if (!upload.authorized) authorize('');
    parser.finish();
  } catch (error) {
    throw toUploadFailure(error);
  }
  const method = parts.get('payment_method');
  if (method && textOf(method) !== 'bank_transfer') {
    throw new Failure('wrong_state', 'A receipt is only needed for bank transfers.');
  }
  const receipt = parts.get('receipt');
  if (!receipt?.isFile || receipt.size === 0) throw invalidField('receipt', IMAGE_TYPE_MESSAGE);
  const source = textOf(parts.get('original_sha256'));
  return { image: receipt.bytes, source_sha256: /^[0-9a-f]{64}$/.test(source) ? source : null };
}

function multipartBoundary(request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const value = boundary?.[1] ?? boundary?.[2];
  if (!value) throw new Failure('wrong_type', 'Please send the receipt as a form with a file.');
  return value;
}

/** The body's chunks until its end or until `signal` aborts, in which case its reason is thrown. */
async function* readChunks(request: Request, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return;
  // Cancelling answers a pending read; the sender may have stopped sending.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', cancel);
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function textOf(part: MultipartPart | undefined): string {
  return part && part.size <= FIELD_MAX_BYTES ? part.text.trim() : '';
}

function toUploadFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const name = (error as { name?: unknown } | null)?.name;
  if (name === 'MaxFileSizeExceededError' || name === 'MaxTotalSizeExceededError') return tooLargeFailure();
  // The client went away, the form is broken, or a field isn't UTF-8.
  if (name === 'AbortError' || error instanceof MultipartParseError || error instanceof TypeError) {
    return new Failure('malformed', 'The upload could not be read. Please try again.');
  }
  return error;
}

function tooLargeFailure(): Failure {
  return new Failure('too_large', RECEIPT_SIZE_MESSAGE, { fields: { receipt: RECEIPT_SIZE_MESSAGE } });
}

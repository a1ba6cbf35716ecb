import { Failure, invalidField } from '../domain/failure.ts';
import { RECEIPT_MAX_BYTES, RECEIPT_SIZE_MESSAGE, RECEIPT_TYPE_MESSAGE } from '../domain/receipt.ts';
import { readLimitedBody } from '../http/request-body.ts';

/** The picture and the few words around it. */
const BODY_MAX_BYTES = RECEIPT_MAX_BYTES + 64 * 1024;

export interface ReceiptUpload {
  image: Uint8Array;
  email: string;
  source_sha256: string | null;
}

/**
 * Reads `receipt`, `email` and `payment_method` from a multipart body of at most 5 MB and a little. A file's
 * name and type are not looked at.
 */
export async function parseReceiptUpload(request: Request): Promise<ReceiptUpload> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw new Failure('wrong_type', 'Please send the receipt as a form with a file.');
  }
  const bytes = await readLimitedBody(request, BODY_MAX_BYTES).catch((error: unknown) => {
    throw error instanceof Failure && error.reason === 'too_large' ? tooLargeFailure() : error;
  });
  const form = await parseMultipart(bytes, type);
  const file = form.get('receipt');
  if (!(file instanceof Blob) || file.size === 0) {
    throw invalidField('receipt', RECEIPT_TYPE_MESSAGE);
  }
  if (file.size > RECEIPT_MAX_BYTES) throw tooLargeFailure();
  const method = form.get('payment_method');
  if (method !== null && method !== 'bank_transfer') {
    throw new Failure('wrong_state', 'A receipt is needed for bank transfers only.');
  }
  const source = form.get('original_sha256');
  return {
    image: await file.bytes(),
    email: String(form.get('email') ?? '').trim(),
    source_sha256: typeof source === 'string' && /^[0-9a-f]{64}$/.test(source) ? source : null,
  };
}

async function parseMultipart(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': type },
    }).formData();
  } catch {
    throw new Failure('malformed', 'The upload could not be read. Please try again.');
  }
}

function tooLargeFailure(): Failure {
  return new Failure('too_large', RECEIPT_SIZE_MESSAGE, { fields: { receipt: RECEIPT_SIZE_MESSAGE } });
}

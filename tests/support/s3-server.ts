import { createHash, createHmac } from 'node:crypto';

export const S3_CREDENTIALS = {
  access_key_id: 'AKIACLUB',
  secret_access_key: 'a secret of forty characters, or nearly',
};

/**
 * Starts an S3 bucket on loopback that verifies the AWS Signature Version 4 of each request. It supports single
 * and multipart uploads, downloads and HEAD.
 */
export function startS3Server(region: string) {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const rejections: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    maxRequestBodySize: 64 << 20,
    async fetch(request) {
      const url = new URL(request.url);
      const error = signatureError(request, url, region);
      if (error) {
        rejections.push(error);
        return new Response(`<Error><Code>SignatureDoesNotMatch</Code><Message>${error}</Message></Error>`, {
          status: 403,
        });
      }
      const key = decodeURIComponent(url.pathname);
      const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
      const body = new Uint8Array(await request.arrayBuffer());
      if (request.method === 'POST' && url.searchParams.has('uploads')) {
        uploads.set('one', new Map());
        return xmlResponse(
          '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>',
        );
      }
      if (request.method === 'PUT' && upload) {
        const partNumber = Number(url.searchParams.get('partNumber'));
        upload.set(partNumber, body);
        return new Response(null, { headers: { etag: `"${partNumber}"` } });
      }
      if (request.method === 'POST' && upload) {
        const parts = [...upload].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
        objects.set(key, Buffer.concat(parts));
        return xmlResponse('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
      }
      if (request.method === 'PUT') objects.set(key, body);
      const found = objects.get(key);
      if (!found) return new Response(null, { status: 404 });
      const headers = { etag: '"1"', 'content-length': String(found.length) };
      return new Response(request.method === 'GET' ? found.slice() : null, { headers });
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    objects,
    uploads,
    rejections,
    stop: () => server.stop(true),
  };
}

const xmlResponse = (text: string) =>
  new Response(`<?xml version="1.0"?>${text}`, { headers: { 'content-type': 'text/xml' } });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns why the signature of the request is invalid, or null. */
function signatureError(request: Request, url: URL, region: string): string | null {
  const header = request.headers.get('authorization') ?? '';
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  if (!parts) return 'no signature';
  const [, keyId, day = '', scopeRegion, signedHeaders = '', signature] = parts;
  if (keyId !== S3_CREDENTIALS.access_key_id) return 'unknown key';
  if (scopeRegion !== region) return 'another region';
  if (!signedHeaders.split(';').includes('host')) return 'host is not signed';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signedHeaders.split(';').map((name) => `${name}:${(request.headers.get(name) ?? '').trim()}`),
    '',
    signedHeaders,
    request.headers.get('x-amz-content-sha256') ?? '',
  ].join('\n');
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    request.headers.get('x-amz-date') ?? '',
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (previousKey, part) => hmac(previousKey, part),
    hmac(hmac(`AWS4${S3_CREDENTIALS.secret_access_key}`, day), region),
  );
  return hmac(key, stringToSign).toString('hex') === signature ? null : 'the signature does not fit';
}

import { createHash, createHmac } from 'node:crypto';

export const S3_CREDENTIALS = {
  access_key_id: 'AKIACLUB',
  secret_access_key: 'a secret of forty characters, or nearly',
};

/** The bucket `club` of a server on loopback, with the key that may use it. */
export interface TestBucket {
  endpoint: string;
  credentials: typeof S3_CREDENTIALS;
  stop(): unknown;
}

/** What a test makes go wrong: an answer in place of the right one, or a delay before it. */
export type S3Fault = (request: {
  method: string;
  key: string;
  query: URLSearchParams;
}) => Response | Promise<Response | null> | null;

/**
 * Starts an S3 bucket on loopback that verifies each request's AWS Signature Version 4. It supports single and
 * multipart uploads, downloads, HEAD, DELETE and ListObjectsV2 in pages of `pageSize`.
 */
export function startS3Server(region: string, { pageSize = 1000, port = 0 } = {}) {
  let fault: S3Fault | null = null;
  const requests: string[] = [];
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const rejections: string[] = [];
  const server = Bun.serve({
    port,
    idleTimeout: 0,
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
      requests.push(`${request.method} ${key}`);
      const faulty = await fault?.({ method: request.method, key, query: url.searchParams });
      if (faulty) return faulty;
      if (request.method === 'GET' && url.searchParams.get('list-type') === '2') {
        return listObjects(objects, key, url.searchParams, pageSize);
      }
      const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
      const body = new Uint8Array(await request.arrayBuffer());
      if (request.method === 'POST' && url.searchParams.has('uploads')) {
        const id = uploads.has('one') ? crypto.randomUUID() : 'one';
        uploads.set(id, new Map());
        return xmlResponse(
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
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
      if (request.method === 'DELETE') {
        objects.delete(key);
        return new Response(null, { status: 204 });
      }
      if (!found) return errorResponse(404, 'NoSuchKey', 'The specified key does not exist.');
      const headers = { etag: '"1"', 'content-length': String(found.length) };
      return new Response(request.method === 'GET' ? found.slice() : null, { headers });
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    credentials: S3_CREDENTIALS,
    objects,
    uploads,
    rejections,
    requests,
    /** Makes requests fail from now on; null ends this. */
    setFault: (next: S3Fault | null) => {
      fault = next;
    },
    stop: () => server.stop(true),
  };
}

const xmlResponse = (text: string) =>
  new Response(`<?xml version="1.0"?>${text}`, { headers: { 'content-type': 'text/xml' } });
export const errorResponse = (status: number, code: string, message: string) =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  });

function listObjects(
  objects: ReadonlyMap<string, Uint8Array>,
  bucketPath: string,
  query: URLSearchParams,
  pageSize: number,
): Response {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const root = bucketPath.replace(/\/*$/, '/');
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(root + prefix))
    .map((key) => key.slice(root.length))
    .sort();
  const folderOf = (key: string) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return end < 0 ? null : key.slice(0, end + 1);
  };
  const entries = [...new Set(keys.map((key) => folderOf(key) ?? key))];
  const after = query.get('continuation-token') ?? '';
  const remaining = entries.filter((entry) => entry > after);
  const page = remaining.slice(0, pageSize);
  const xml = page.map((entry) =>
    delimiter && entry.endsWith(delimiter)
      ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${entry}</Key><Size>${objects.get(root + entry)?.length}</Size></Contents>`,
  );
  const isTruncated = remaining.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xmlResponse(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${xml.join('')}</ListBucketResult>`,
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns why a request's signature is invalid, or null. */
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
  const expected = signatureOf({
    method: request.method,
    path: url.pathname,
    query,
    headers: signedHeaders.split(';').map((name) => [name, (request.headers.get(name) ?? '').trim()]),
    time: request.headers.get('x-amz-date') ?? '',
    scope: `${day}/${region}/s3/aws4_request`,
    secretKey: S3_CREDENTIALS.secret_access_key,
  });
  return expected === signature ? null : 'the signature does not fit';
}

/** A request's AWS Signature Version 4; one of `headers` is its body's digest. */
export function signatureOf(request: {
  method: string;
  path: string;
  query: string;
  /** The signed headers, ordered by name. */
  headers: readonly (readonly [name: string, value: string])[];
  time: string;
  /** Day, region, service and the fixed last word. */
  scope: string;
  secretKey: string;
}): string {
  const { method, path, query, headers, time, scope, secretKey } = request;
  const canonical = [
    ...[method, path, query],
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    headers.map(([name]) => name).join(';'),
    headers.find(([name]) => name === 'x-amz-content-sha256')?.[1] ?? '',
  ].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>((above, part) => hmac(above, part), `AWS4${secretKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
}

/** Creates the bucket `club` on somebody else's server; false while the server doesn't answer yet. */
export async function createBucket(
  endpoint: string,
  region: string,
  credentials: TestBucket['credentials'],
): Promise<boolean> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers = [
    ['host', new URL(endpoint).host],
    ['x-amz-content-sha256', sha256('')],
    ['x-amz-date', time],
  ] as const;
  const signature = signatureOf({
    method: 'PUT',
    path: '/club',
    query: '',
    headers,
    time,
    scope,
    secretKey: credentials.secret_access_key,
  });
  const response = await fetch(`${endpoint}/club`, {
    method: 'PUT',
    headers: {
      ...Object.fromEntries(headers),
      authorization: `AWS4-HMAC-SHA256 Credential=${credentials.access_key_id}/${scope}, SignedHeaders=${headers.map(([name]) => name).join(';')}, Signature=${signature}`,
    },
  }).catch(() => null);
  return response?.ok === true;
}

import { verify } from 'node:crypto';
import * as v from 'valibot';
import { OperatorError } from '../../db/operator-error.ts';
import { RELEASE_KEY, RELEASE_SYSTEM } from '../../version.ts';
import { download } from './download.ts';

const MAX_LIST_BYTES = 64 * 1024;
const MAX_EXECUTABLE_BYTES = 1e9;

/** `release.json`, written and signed by `npm run release`. */
const releaseSchema = v.strictObject({
  program: v.literal('padel-club'),
  version: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** By system, such as `linux-x64`. */
  files: v.record(
    v.string(),
    v.strictObject({
      name: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
      bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_EXECUTABLE_BYTES)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

export type Release = v.InferOutput<typeof releaseSchema>;

/** A release's executable for one system. */
export type ReleaseFile = Release['files'][string];

/** The address of a releases folder, ready to append file names. Throws `OperatorError`. */
export function parseAddress(text: string): string {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url.href;
  throw new OperatorError(
    `The address of updates is "${text}", but one such as https://updates.example.com/padel-club is expected.`,
  );
}

/** The release at an address, signed with the key matching the one inside this program. Throws `OperatorError`. */
export async function fetchRelease(address: string): Promise<Release> {
  if (RELEASE_KEY === '')
    throw new OperatorError(
      'This program was built without a release key, so it cannot check signatures. Install a file: padel-club update FILE',
    );
  const list = await fetchSmall(new URL('release.json', address));
  const signature = await fetchSmall(new URL('release.json.sig', address));
  if (!verify(null, list, RELEASE_KEY, signature))
    throw new OperatorError(
      `The release at ${address} is not signed by the publisher of this program. Nothing was changed.`,
    );
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseSchema), list.toString());
  if (!success)
    throw new OperatorError(
      `The release at ${address} has a form that this program doesn’t know. Install its file: padel-club update FILE`,
    );
  return output;
}

/** A release's executable for this machine. Throws `OperatorError`. */
export function fileForThisSystem({ version, files }: Release): ReleaseFile {
  const file = files[RELEASE_SYSTEM];
  if (file) return file;
  throw new OperatorError(`Release ${version} has no executable for ${RELEASE_SYSTEM}. Nothing was changed.`);
}

async function fetchSmall(url: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await download(url, MAX_LIST_BYTES, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { S3Client } from 'bun';
import type { Config } from '../config/load-config.ts';
import { OperatorError } from '../db/operator-error.ts';

/** A bucket of Amazon S3 or a compatible service. */
export type S3Settings = Config['backup']['s3'];

/**
 * Uploads a finished backup in parts, then compares its size in the bucket. Returns `s3://bucket/key`. Nothing
 * is ever removed from the bucket: a key that may only add cannot destroy copies, and the bucket's own rules
 * remove old objects.
 */
export async function uploadBackupToS3(path: string, settings: S3Settings): Promise<string> {
  const key = `${settings.prefix.replace(/\/*$/, settings.prefix ? '/' : '')}${basename(path)}`;
  const remoteUrl = `s3://${settings.bucket}/${key}`;
  const client = createS3Client(settings);
  const size = statSync(path).size;
  try {
    const file = client.file(key);
    const writer = file.writer({ type: 'application/zstd', partSize: 8 << 20, queueSize: 2, retry: 3 });
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      writer.write(chunk as Uint8Array);
      await writer.flush();
    }
    await writer.end();
    const remoteSize = (await file.stat()).size;
    if (remoteSize !== size) throw new Error(`${remoteSize} of ${size} bytes arrived`);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    throw new OperatorError(`The copy to ${remoteUrl} failed: ${[code, message].filter(Boolean).join(', ')}`);
  }
  return remoteUrl;
}

/** Throws when the bucket does not respond or refuses the key. */
export async function checkS3Access(settings: S3Settings): Promise<void> {
  await createS3Client(settings).exists('padel-club-doctor');
}

export function createS3Client(settings: S3Settings): S3Client {
  return new S3Client({
    bucket: settings.bucket,
    accessKeyId: settings.access_key_id,
    secretAccessKey: settings.secret_access_key,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    ...(settings.region ? { region: settings.region } : {}),
  });
}

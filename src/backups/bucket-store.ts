import { createReadStream, statSync } from 'node:fs';
import { S3Client } from 'bun';
import type { Config } from '../config/load-config.ts';
import { OperatorError } from '../db/operator-error.ts';
import { RemovalRefusedError, type Store, type StoredObject } from './store.ts';

/** A bucket that sends or accepts nothing for this long counts as broken. */
const STALL_TIMEOUT_MS = 120_000;
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 500;
/** Larger files are uploaded in parts of this size. */
const PART_BYTES = 8 << 20;

const KEY_ERRORS = new Set([
  'AccessDenied',
  'SignatureDoesNotMatch',
  'InvalidAccessKeyId',
  'InvalidToken',
  'ExpiredToken',
  'Forbidden',
]);
/** Another attempt would get the same answer. */
const SETTING_ERRORS = new Set([
  ...KEY_ERRORS,
  'NoSuchBucket',
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'RequestTimeTooSkewed',
]);

/** A bucket on Amazon S3 or a compatible service. */
export type S3Settings = Config['backup']['s3'];

/** Objects in a bucket, below its prefix: copies under `copies/`, backups directly below. */
export class BucketStore implements Store {
  readonly location: string;
  readonly #client: S3Client;
  readonly #root: string;
  readonly #stallTimeoutMs: number;
  readonly #retryDelayMs: number;

  constructor(
    settings: S3Settings,
    below: '' | 'copies/' = '',
    stallTimeoutMs = STALL_TIMEOUT_MS,
    retryDelayMs = RETRY_DELAY_MS,
  ) {
    this.#stallTimeoutMs = stallTimeoutMs;
    this.#retryDelayMs = retryDelayMs;
    const prefix = settings.prefix.replace(/\/*$/, settings.prefix ? '/' : '');
    this.#root = prefix + below;
    this.location = `s3://${settings.bucket}/${prefix}`;
    this.#client = new S3Client({
      bucket: settings.bucket,
      accessKeyId: settings.access_key_id,
      secretAccessKey: settings.secret_access_key,
      ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
      ...(settings.region ? { region: settings.region } : {}),
    });
  }

  /** Throws the bucket's error if it doesn't respond or refuses the key. */
  async check(): Promise<void> {
    await this.#client.exists('padel-club-doctor');
  }

  async listFolders(prefix: string): Promise<string[]> {
    const path = this.#root + prefix;
    const names: string[] = [];
    for await (const page of this.#pages(path, '/')) {
      for (const { prefix: found } of page.commonPrefixes ?? [])
        names.push(found.slice(path.length).replace(/\/$/, ''));
    }
    return names;
  }

  async list(prefix: string): Promise<StoredObject[]> {
    const objects: StoredObject[] = [];
    for await (const page of this.#pages(this.#root + prefix)) {
      for (const { key, size } of page.contents ?? [])
        objects.push({ name: key.slice(this.#root.length), bytes: size ?? -1 });
    }
    return objects.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async *#pages(prefix: string, delimiter?: string) {
    for (let token: string | undefined; ; ) {
      const page = await this.#attempt('list', () =>
        this.#guard(
          this.#client.list({
            prefix,
            ...(delimiter ? { delimiter } : {}),
            ...(token ? { continuationToken: token } : {}),
          }),
        ),
      );
      yield page;
      token = page.isTruncated ? page.nextContinuationToken : undefined;
      if (!token) return;
    }
  }

  async put(name: string, path: string): Promise<void> {
    const bytes = statSync(path).size;
    const file = this.#client.file(this.#root + name);
    await this.#attempt(`upload ${name}`, async () => {
      if (bytes <= PART_BYTES) await this.#guard(file.write(Bun.file(path)));
      else await this.#putInParts(file, path);
      const stored = (await this.#guard(file.stat())).size;
      if (stored !== bytes) throw new Error(`${stored} of ${bytes} bytes arrived`);
    });
  }

  async #putInParts(file: ReturnType<S3Client['file']>, path: string): Promise<void> {
    const writer = file.writer({ partSize: PART_BYTES, queueSize: 2, retry: ATTEMPTS });
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      writer.write(chunk as Uint8Array);
      await this.#guard(Promise.resolve(writer.flush()));
    }
    await this.#guard(Promise.resolve(writer.end()));
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    try {
      const reader = this.#client
        .file(this.#root + name)
        .stream()
        .getReader();
      for (;;) {
        const { done, value } = await this.#guard(reader.read());
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw this.#toOperatorError(`read ${name}`, error);
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#guard(this.#client.file(this.#root + name).delete());
    } catch (error) {
      if (KEY_ERRORS.has(String((error as { code?: unknown }).code)))
        throw new RemovalRefusedError(`The key of ${this.location} may not remove objects.`);
      throw this.#toOperatorError(`remove ${name}`, error);
    }
  }

  /** Parts of an unfinished upload aren't objects; the bucket's rules remove them. */
  async removeUnfinished(): Promise<void> {}

  async #attempt<T>(action: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (attempt === ATTEMPTS || SETTING_ERRORS.has(String(code)))
          throw this.#toOperatorError(action, error);
        await Bun.sleep(this.#retryDelayMs * attempt);
      }
    }
  }

  /** Rejects if the bucket doesn't answer. */
  async #guard<T>(answer: Promise<T>): Promise<T> {
    let timer: Timer | undefined;
    const seconds = this.#stallTimeoutMs / 1000;
    const stalled = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer within ${seconds} seconds`)),
        this.#stallTimeoutMs,
      );
    });
    try {
      return await Promise.race([answer, stalled]);
    } finally {
      clearTimeout(timer);
    }
  }

  #toOperatorError(action: string, error: unknown): OperatorError {
    if (error instanceof OperatorError) return error;
    const { code, message } = error as { code?: unknown; message?: unknown };
    const reason = [code, message].filter(Boolean).join(', ').slice(0, 200).replace(/\.$/, '');
    return new OperatorError(
      `The bucket ${this.location} cannot ${action}: ${reason}. ${bucketFix(String(code))}`,
    );
  }
}

function bucketFix(code: string): string {
  if (KEY_ERRORS.has(code)) return 'Check the keys in [backup.s3] and what the key may do.';
  if (code === 'NoSuchBucket') return 'Check the name of the bucket in [backup.s3].';
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect')
    return 'Check the region and the address in [backup.s3].';
  if (code === 'RequestTimeTooSkewed') return 'Set the clock of this machine.';
  if (code === 'NoSuchKey') return 'The object was removed or never arrived.';
  if (/quota|storage|507|full/i.test(code))
    return 'The bucket is full: raise its limit or remove old objects.';
  return 'Check the internet connection and the address in [backup.s3]; the next copy tries again.';
}

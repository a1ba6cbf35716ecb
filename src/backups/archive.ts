import { appendFileSync, createReadStream, createWriteStream, statSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { packTar, type TarSource } from 'modern-tar/fs';
import { OperatorError } from '../db/operator-error.ts';
import { NO_PROGRESS } from '../domain/progress.ts';
import { readChunks, sha256Of } from './files.ts';

/**
 * A backup is a tar compressed with zstd, closed by a seal: a zstd frame that unpackers skip, with the
 * SHA-256 of every byte before it. `tar --zstd -xf` opens it anywhere; we refuse it when one bit differs.
 */
const SEAL_HEAD = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const SEAL_SIZE = SEAL_HEAD.length + 32;

/** Packs the sources in their order into a new sealed file. Not yet synced. `passed` is told of bytes packed. */
export async function writeArchive(
  path: string,
  sources: TarSource[],
  passed: (bytes: number) => void = () => {},
): Promise<void> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const counted = new Transform({
    transform(chunk: Uint8Array, _, done) {
      passed(chunk.byteLength);
      done(null, chunk);
    },
  });
  await pipeline(packTar(sources), counted, compress, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  appendFileSync(path, Buffer.concat([SEAL_HEAD, Buffer.from(sha256Of(path), 'hex')]));
}

/** Throws unless every byte of the file is as it was written. */
export function checkSeal(path: string, progress = NO_PROGRESS): void {
  const damaged = new OperatorError(
    `${path} is damaged or is no backup of this program: its seal does not fit. Nothing was changed.`,
  );
  const size = statSync(path).size;
  if (size <= SEAL_SIZE) throw damaged;
  progress.stage('Checking the seal', size);
  const seal: Buffer[] = [];
  readChunks(path, (chunk) => void seal.push(Buffer.from(chunk)), size - SEAL_SIZE);
  const sum = sha256Of(path, size - SEAL_SIZE, (bytes) => progress.advance(bytes));
  const expected = Buffer.concat([SEAL_HEAD, Buffer.from(sum, 'hex')]);
  if (!Buffer.concat(seal).equals(expected)) throw damaged;
}

export interface ArchiveEntry {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** Hands over one entry after the other; `use` must read its chunks to the end. Check the seal first. */
export async function readArchive(path: string, use: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const file = createReadStream(path, { end: statSync(path).size - SEAL_SIZE - 1, highWaterMark: 1 << 20 });
  const plain = createZstdDecompress();
  file.on('error', (error) => plain.destroy(error));
  const entries = (Readable.toWeb(file.pipe(plain)) as unknown as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  for await (const entry of entries) {
    if (entry.header.type !== 'file') throw new OperatorError(`${path} holds something that is no file.`);
    await use({ name: entry.header.name, chunks: entry.body });
  }
}

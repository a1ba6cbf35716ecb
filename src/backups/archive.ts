import { appendFileSync, createReadStream, createWriteStream, statSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { packTar, type TarSource } from 'modern-tar/fs';
import { OperatorError } from '../db/operator-error.ts';
import { NO_PROGRESS } from '../domain/progress.ts';
import { readChunks, sha256File } from './file-utils.ts';

/**
 * A backup is a tar compressed with zstd, closed by a seal: a zstd frame that unpackers skip, with the
 * SHA-256 of every byte before it. `tar --zstd -xf` opens it anywhere; we refuse it when one bit differs.
 */
const CHECKSUM_FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const CHECKSUM_FRAME_BYTES = CHECKSUM_FRAME_HEADER.length + 32;

/** Packs the sources in their order into a new sealed file. Not yet synced. `passed` is told of bytes packed. */
export async function writeArchive(
  path: string,
  sources: TarSource[],
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const byteCounter = new Transform({
    transform(chunk: Uint8Array, _, done) {
      onBytes(chunk.byteLength);
      done(null, chunk);
    },
  });
  await pipeline(
    packTar(sources),
    byteCounter,
    compress,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  appendFileSync(path, Buffer.concat([CHECKSUM_FRAME_HEADER, Buffer.from(sha256File(path), 'hex')]));
}

/** Throws unless every byte of the file is as it was written. */
export function verifyChecksum(path: string, progress = NO_PROGRESS): void {
  const damaged = new OperatorError(
    `${path} is damaged or is no backup of this program: its seal does not fit. Nothing was changed.`,
  );
  const size = statSync(path).size;
  if (size <= CHECKSUM_FRAME_BYTES) throw damaged;
  progress.stage('Verifying the checksum', size);
  const checksumFrame: Buffer[] = [];
  readChunks(path, (chunk) => void checksumFrame.push(Buffer.from(chunk)), size - CHECKSUM_FRAME_BYTES);
  const sum = sha256File(path, size - CHECKSUM_FRAME_BYTES, (bytes) => progress.advance(bytes));
  const expected = Buffer.concat([CHECKSUM_FRAME_HEADER, Buffer.from(sum, 'hex')]);
  if (!Buffer.concat(checksumFrame).equals(expected)) throw damaged;
}

export interface ArchiveEntry {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

/** Hands over one entry after the other; `use` must read its chunks to the end. Check the seal first. */
export async function readArchive(
  path: string,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const file = createReadStream(path, {
    end: statSync(path).size - CHECKSUM_FRAME_BYTES - 1,
    highWaterMark: 1 << 20,
  });
  const decompressed = createZstdDecompress();
  file.on('error', (error) => decompressed.destroy(error));
  const entries = (
    Readable.toWeb(file.pipe(decompressed)) as unknown as ReadableStream<Uint8Array>
  ).pipeThrough(createTarDecoder({ strict: true }));
  for await (const entry of entries) {
    if (entry.header.type !== 'file') throw new OperatorError(`${path} holds something that is no file.`);
    await onEntry({ name: entry.header.name, chunks: entry.body });
  }
}

import { appendFileSync, createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { packTar, type TarSource } from 'modern-tar/fs';
import { OperatorError } from '../db/operator-error.ts';
import { NO_PROGRESS } from '../domain/progress-reporter.ts';
import { type FileSource, pathOf, readChunks, sha256File, sizeOf } from './durable-files.ts';

/**
 * A backup is a tar file compressed with zstd. Its last frame is a skippable zstd frame with the SHA-256 of all bytes
 * before it: ordinary tools ignore the frame, while this program refuses a file with a single changed bit.
 */
const CHECKSUM_FRAME_HEADER = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0]);
const CHECKSUM_FRAME_BYTES = CHECKSUM_FRAME_HEADER.length + 32;

/** Packs the sources in order into a new file with a checksum. The caller syncs the file. */
export async function writeArchive(
  path: string,
  sources: TarSource[],
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  await pipeline(
    packTar(sources),
    eachChunk((chunk) => onBytes(chunk.byteLength)),
    compress,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  );
  appendFileSync(path, Buffer.concat([CHECKSUM_FRAME_HEADER, Buffer.from(sha256File(path), 'hex')]));
}

/** Throws unless every byte of the file is as it was written. */
export function assertChecksum(file: FileSource, progress = NO_PROGRESS): void {
  const damaged = new OperatorError(
    `${pathOf(file)} is damaged or is not a backup of this program: its checksum is wrong. Nothing was changed.`,
  );
  const size = sizeOf(file);
  if (size <= CHECKSUM_FRAME_BYTES) throw damaged;
  progress.stage('Verifying the checksum', size);
  const checksumFrame: Buffer[] = [];
  readChunks(file, (chunk) => void checksumFrame.push(Buffer.from(chunk)), size - CHECKSUM_FRAME_BYTES);
  const sum = sha256File(file, size - CHECKSUM_FRAME_BYTES, (bytes) => progress.advance(bytes));
  const expected = Buffer.concat([CHECKSUM_FRAME_HEADER, Buffer.from(sum, 'hex')]);
  if (!Buffer.concat(checksumFrame).equals(expected)) throw damaged;
}

export interface ArchiveEntry {
  name: string;
  chunks: ReadableStream<Uint8Array>;
}

/**
 * Yields one entry after another; the caller must read each one's chunks to the end. Fails on an archive that unpacks
 * to more than `limit.bytes`, which the caller may raise while reading.
 */
export async function* readArchive(file: FileSource, limit: { bytes: number }): AsyncGenerator<ArchiveEntry> {
  const bytes = createReadStream(pathOf(file), {
    ...(typeof file === 'string' ? {} : { fd: file.fd, autoClose: false, start: 0 }),
    end: Math.max(0, sizeOf(file) - CHECKSUM_FRAME_BYTES - 1),
    // A chunk of hostile zeros unpacks to a thousand times its size before the limit is checked.
    highWaterMark: 1 << 16,
  });
  let unpackedBytes = 0;
  const unpacked = eachChunk((chunk) => {
    unpackedBytes += chunk.byteLength;
    if (unpackedBytes > limit.bytes) {
      throw new OperatorError(`${pathOf(file)} unpacks to more than a backup of this club can hold.`);
    }
  });
  const finished = pipeline(bytes, createZstdDecompress(), unpacked);
  // The reader below reports the error; nothing else awaits the pipeline.
  finished.catch(() => {});
  const entries = (Readable.toWeb(unpacked) as unknown as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  for await (const entry of entries) {
    if (entry.header.type !== 'file') {
      throw new OperatorError(`${pathOf(file)} holds an entry that is not a regular file.`);
    }
    yield { name: entry.header.name, chunks: entry.body };
  }
}

function eachChunk(look: (chunk: Uint8Array) => void): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      try {
        look(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

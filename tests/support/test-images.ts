import { deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Creates a QR code like a bank's: black on white with a margin, 8 pixels per module. */
export function createQrPng(text: string): Buffer {
  const { data, size } = encode(text, { border: 2 });
  const rows = data.flatMap((row) => {
    const line = Buffer.from([0, ...row.map((dark) => (dark ? 0 : 0xff))]);
    return Array.from({ length: 8 }, () => line);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size * 8, 0);
  header.writeUInt32BE(size * 8, 4);
  header[8] = 1;
  return encodePng(header, Buffer.concat(rows));
}

/** Creates a black PNG; it stays small for any number of pixels. */
export function createPng(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return encodePng(header, Buffer.alloc((Math.ceil(width / 8) + 1) * height));
}

function encodePng(header: Buffer, rows: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    encodePngChunk('IHDR', header),
    encodePngChunk('IDAT', deflateSync(rows, { level: 9 })),
    encodePngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodePngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, 8 + data.length)) >>> 0, 8 + data.length);
  return chunk;
}

/** Creates a PNG of four quarters: red and green above, blue and black below. */
export function createQuarters(width: number, height: number): Uint8Array {
  const row = (left: number[], right: number[]) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => (x < width / 2 ? left : right)).flat()]);
  const above = row([255, 0, 0], [0, 255, 0]);
  const below = row([0, 0, 255], [0, 0, 0]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 2;
  const rows = Array.from({ length: height }, (_, y) => (y < height / 2 ? above : below));
  return encodePng(header, Buffer.concat(rows));
}

/** Creates a JPEG of noise, about 0.6 bytes per pixel at quality 90. */
export async function createNoisyJpeg(width: number, height: number, quality = 90): Promise<Uint8Array> {
  const header = Buffer.alloc(54);
  const row = Math.ceil((width * 3) / 4) * 4;
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + row * height, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const pixels = new Uint8Array(row * height);
  for (let offset = 0; offset < pixels.length; offset += 65536)
    crypto.getRandomValues(pixels.subarray(offset, offset + 65536));
  return new Bun.Image(Buffer.concat([header, pixels])).jpeg({ quality }).bytes();
}

/** Adds the EXIF data of a phone's photo: 31° 25' N, 73° 4' E, rotated by a quarter turn. */
export function addGpsExif(jpeg: Uint8Array, orientation = 6): Uint8Array {
  const tiff = Buffer.alloc(256);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  let offset = 8;
  const directory = (entries: [tag: number, type: number, count: number, value: number][]) => {
    tiff.writeUInt16LE(entries.length, offset);
    offset += 2;
    for (const [tag, type, count, value] of entries) {
      tiff.writeUInt16LE(tag, offset);
      tiff.writeUInt16LE(type, offset + 2);
      tiff.writeUInt32LE(count, offset + 4);
      tiff.writeUInt32LE(value, offset + 8);
      offset += 12;
    }
    offset += 4;
  };
  directory([
    [0x0112, 3, 1, orientation],
    [0x8825, 4, 1, 38],
  ]);
  const [latitude, longitude] = [120, 144];
  directory([
    [1, 2, 2, 'N'.charCodeAt(0)],
    [2, 5, 3, latitude],
    [3, 2, 2, 'E'.charCodeAt(0)],
    [4, 5, 3, longitude],
  ]);
  for (const [valueOffset, parts] of [
    [latitude, [31, 25, 7]],
    [longitude, [73, 4, 9]],
  ] as const) {
    for (const [index, part] of parts.entries()) {
      tiff.writeUInt32LE(part, valueOffset + index * 8);
      tiff.writeUInt32LE(1, valueOffset + index * 8 + 4);
    }
  }
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from('Exif\0\0', 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** The JPEG with an ICC colour profile; its content doesn't matter to decoders. */
export function addIccProfile(jpeg: Uint8Array): Uint8Array {
  const profile = Buffer.alloc(200, 'profile ');
  profile.writeUInt32BE(profile.length, 0);
  profile.write('acsp', 36, 'latin1');
  const segment = Buffer.concat([
    Buffer.from([0xff, 0xe2, 0, 0]),
    Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'),
    profile,
  ]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** Creates a multipart body with a receipt. */
export function createReceiptForm(
  image: Uint8Array,
  overrides: {
    email?: string;
    name?: string;
    type?: string;
    payment_method?: string;
    extra?: Record<string, string>;
  } = {},
): FormData {
  const form = new FormData();
  const { email = 'ayesha@example.com', name = 'receipt.jpg', type = 'image/jpeg' } = overrides;
  form.set('receipt', new File([image as Uint8Array<ArrayBuffer>], name, { type }));
  form.set('email', email);
  form.set('payment_method', overrides.payment_method ?? 'bank_transfer');
  for (const [key, value] of Object.entries(overrides.extra ?? {})) form.set(key, value);
  return form;
}

/** The kinds of chunks in a WebP file. `VP8 ` has the image; `EXIF`, `XMP ` and `ICCP` would be metadata. */
export function webpChunks(file: Uint8Array): string[] {
  const bytes = Buffer.from(file);
  const kinds: string[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    kinds.push(bytes.toString('latin1', at, at + 4));
    const size = bytes.readUInt32LE(at + 4);
    // A chunk of odd length has one byte of padding.
    at += 8 + size + (size % 2);
  }
  return kinds;
}

import pictures from '../pictures/renders/pictures.json' with { type: 'json' };
import { PICTURE_VERSION } from '../pictures/version.ts';

export type PictureName = keyof typeof pictures;

interface PictureProps {
  name: PictureName;
  /** Empty for a decorative picture. */
  alt: string;
  /** Its displayed width, as in an img's `sizes`. */
  sizes?: string;
  /** The picture for portrait screens. */
  tall?: PictureName;
  /** Loads immediately instead of near the viewport. */
  eager?: boolean;
  className?: string;
}

/** Screens that get the portrait picture. */
const PORTRAIT_QUERY = '(max-aspect-ratio: 1/1)';
/** A portrait picture is behind text: 90 % of the resolution looks the same and saves a third of the bytes. */
const PORTRAIT_SIZES = '90vw';

/**
 * One of the club's pictures, in AVIF and WebP and every rendered width. Shows a blurred placeholder until loaded
 * (`placeholders.css`).
 */
export function Picture({ name, alt, sizes = '100vw', tall, eager, className = '' }: PictureProps) {
  const { width, height } = pictures[name];
  return (
    <picture className={`picture picture-${name} ${className}`.trimEnd()}>
      {tall && (
        <source
          type="image/avif"
          media={PORTRAIT_QUERY}
          srcSet={srcSet(tall, 'avif')}
          sizes={PORTRAIT_SIZES}
        />
      )}
      {tall && (
        <source
          type="image/webp"
          media={PORTRAIT_QUERY}
          srcSet={srcSet(tall, 'webp')}
          sizes={PORTRAIT_SIZES}
        />
      )}
      <source type="image/avif" srcSet={srcSet(name, 'avif')} sizes={sizes} />
      <img
        src={pictureUrl(`${name}-${pictures[name].widths.at(-1)}.webp`)}
        srcSet={srcSet(name, 'webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        {...(eager ? { fetchPriority: 'high' as const } : {})}
      />
    </picture>
  );
}

/** Attributes of the `<link>` elements that preload a picture. */
export function picturePreloads(name: PictureName, tall?: PictureName): Record<string, string>[] {
  const link = (which: PictureName, media: string) => ({
    rel: 'preload',
    as: 'image',
    type: 'image/avif',
    imagesrcset: srcSet(which, 'avif'),
    imagesizes: which === tall ? PORTRAIT_SIZES : '100vw',
    fetchpriority: 'high',
    ...(media ? { media } : {}),
  });
  return tall ? [link(tall, PORTRAIT_QUERY), link(name, `not all and ${PORTRAIT_QUERY}`)] : [link(name, '')];
}

export function pictureUrl(file: string): string {
  return `/pictures/${PICTURE_VERSION}/${file}`;
}

function srcSet(name: PictureName, format: 'avif' | 'webp'): string {
  return pictures[name].widths.map((w) => `${pictureUrl(`${name}-${w}.${format}`)} ${w}w`).join(', ');
}

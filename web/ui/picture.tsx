import pictures from '../pictures/renders/pictures.json' with { type: 'json' };
import { PICTURE_VERSION } from '../pictures/version.ts';

export type PictureName = keyof typeof pictures;

interface PictureProps {
  name: PictureName;
  /** Empty for a picture that only decorates. */
  alt: string;
  /** How wide it is drawn, as in an img's `sizes`. */
  sizes?: string;
  /** What stands in its place on upright screens. */
  tall?: PictureName;
  /** Fetched at once; everything else waits until it is near the screen. */
  eager?: boolean;
  className?: string;
}

/** Screens on which the upright picture is chosen. */
const PORTRAIT_QUERY = '(max-aspect-ratio: 1/1)';
/** An upright picture lies in the dark behind words: a tenth of its sharpness is not seen, a third of its bytes is felt. */
const PORTRAIT_SIZES = '90vw';

/**
 * One of the club's own pictures, in AVIF and WebP and as many widths as it was rendered in. Its place is
 * kept and shows a blurred first impression (`placeholders.css`) until it arrives.
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

/** The `<link>` attributes that fetch a picture before the page's code asks for it. */
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

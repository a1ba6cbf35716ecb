import type { PageData } from '../../src/domain/page-data.ts';
import worker from '../service-worker.js' with { type: 'text' };
import { pictureUrl } from '../ui/picture.tsx';
import type { PageAssets } from './html-document.ts';
import { pageMetadataFor } from './page-metadata.ts';
import { OFFLINE_PATH, SCREENS } from './screens.ts';

interface GeneratedFile {
  type: string;
  text: string;
}

/** Files at fixed paths that depend on the club's details. */
export const GENERATED_FILES: Record<string, (data: PageData, assets: PageAssets) => GeneratedFile> = {
  '/robots.txt': ({ club }) => ({
    type: 'text/plain; charset=utf-8',
    text: `User-agent: *\nDisallow: /api/\n\nSitemap: ${club.public_url}/sitemap.xml\n`,
  }),
  '/sitemap.xml': (data) => ({
    type: 'application/xml; charset=utf-8',
    text: sitemapXml(data),
  }),
  '/manifest.webmanifest': (data) => ({
    type: 'application/manifest+json',
    text: JSON.stringify(webManifest(data)),
  }),
  '/sw.js': (data, assets) => ({
    type: 'text/javascript; charset=utf-8',
    text: serviceWorkerScript(data, assets),
  }),
};

function sitemapXml({ club, open_matches, has_events }: PageData): string {
  const isEmpty: Record<string, boolean> = { '/matches': !open_matches, '/events': !has_events };
  const urls = SCREENS.filter((screen) => pageMetadataFor(screen).inSitemap && !isEmpty[screen.path]).map(
    (screen) => `  <url><loc>${escapeXml(club.public_url + screen.path)}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function webManifest({ club }: PageData): object {
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: pictureUrl(`icons/${file}`),
    sizes,
    type: file.endsWith('svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: club.name,
    short_name: club.name.length > 12 ? 'Padel' : club.name,
    description: `${club.tagline} Padel courts in ${club.city}.`,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0d0620',
    theme_color: '#0d0620',
    lang: 'en',
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
      icon('icon.svg', 'any', 'any'),
    ],
    shortcuts: [{ name: 'Book a Court', url: '/booking' }],
  };
}

/** The version changes with everything the offline page shows. */
function serviceWorkerScript({ club }: PageData, assets: PageAssets): string {
  const files = assets.fonts;
  const clubDetails = [club.name, club.tagline, club.phone, club.email, club.opening_text, club.address];
  const precache = {
    version: checksum(JSON.stringify([files, clubDetails, assets.stylesheets.base.hash])),
    page: OFFLINE_PATH,
    files,
  };
  return `const PRECACHE = ${JSON.stringify(precache)};\n${worker}`;
}

function checksum(text: string): string {
  let sum = 0;
  for (const letter of text) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}

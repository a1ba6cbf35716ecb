import type { PageData } from '../../src/domain/page-data.ts';
import type { StylesheetName } from '../lib/stylesheets.ts';
import { picturePreloads, pictureUrl } from '../ui/picture.tsx';
import { eventLinkPreview, eventStructuredData } from './event-link-preview.ts';
import { matchLinkPreview } from './match-link-preview.ts';
import { DASHBOARD_MODULE, pageMetadataFor } from './page-metadata.ts';
import { NOT_FOUND, OFFLINE_PATH, type Screen } from './screens.ts';
import { structuredData } from './structured-data.ts';
import { wizardLinkPreview } from './wizard-link-preview.ts';

/** Text that is part of a page instead of being loaded. */
export interface InlineText {
  text: string;
  /** For the content security policy. */
  hash: string;
}

/** URLs of the built files. */
export interface PageAssets {
  /** `web/load-after-paint.ts`, as text. */
  script: InlineText;
  /** `web/open-link.ts`, as text. */
  linkScript: InlineText;
  /** The style sheets in `web/styles/entries`, as text. */
  stylesheets: Readonly<Record<'base' | StylesheetName, InlineText>>;
  fonts: readonly string[];
  /** URLs of a screen's modules, keyed by its `modulePath`. */
  moduleUrls: Readonly<Record<string, readonly string[]>>;
}

/** The HTML document of a rendered page. */
export function renderDocument(screen: Screen, data: PageData, assets: PageAssets, body: string): string {
  const withScript = hasScript(screen);
  const { hero } = pageMetadataFor(screen);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#0d0620">',
    ...metaTags(screen, data),
    ...assets.fonts.map((href) =>
      htmlTag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }),
    ),
    ...(hero && !data.club.landing?.hero_picture ? picturePreloads(...hero) : []).map((link) =>
      htmlTag('link', link),
    ),
    ...scriptTags(screen, data, assets),
    ...stylesheetsFor(screen, assets).map(
      ({ name, text }) => `<style data-stylesheet="${name}">${text}</style>`,
    ),
    ...iconTags(),
  ];
  const pageData = `<script type="application/json" id="page-data">${escapeScriptJson(data)}</script>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
<div id="root">${body}</div>
${withScript ? pageData : ''}
</body>
</html>
`;
}

/** The style sheets inlined in a screen's HTML. */
export function stylesheetsFor(
  screen: Screen,
  { stylesheets }: PageAssets,
): (InlineText & { name: string })[] {
  return (['base', ...(screen.styles ?? [])] as const).map((name) => ({ name, ...stylesheets[name] }));
}

/**
 * Lets the browser fetch the headings' font, the dashboard's first answers and the code that a page runs immediately,
 * before the HTML has arrived.
 */
export function preloadLinkHeader(screen: Screen, data: PageData, assets: PageAssets): string {
  const { desk } = data;
  const answers = desk ? ['/api/auth/user', `/api/admin/day?date=${desk}`] : [];
  const modules = pageMetadataFor(screen).runsAtOnce ? modulesOf(screen, data, assets) : [];
  return [
    ...answers.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`),
    ...modules.map((href) => `<${href}>; rel=modulepreload`),
    ...assets.fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ].join(', ');
}

function hasScript(screen: Screen): boolean {
  return screen.path !== OFFLINE_PATH;
}

/** What search engines and shared links show. */
function metaTags(screen: Screen, data: PageData): string[] {
  const { club } = data;
  const head = pageMetadataFor(screen);
  const linked = matchLinkPreview(data) ?? eventLinkPreview(data);
  const title = `${linked?.title ?? screen.title} · ${club.name}`;
  const description = linked?.description ?? head.description.replaceAll('{city}', club.city);
  const pageUrl = club.public_url + (head.canonicalPath ?? screen.path);
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    htmlTag('meta', { name: 'description', content: description }),
    head.noindex || linked?.isPrivate || data.event === null
      ? htmlTag('meta', { name: 'robots', content: 'noindex' })
      : htmlTag('link', { rel: 'canonical', href: linked?.url ?? pageUrl }),
  ];
  const evening = wizardLinkPreview(data);
  const openGraph = {
    'og:type': 'website',
    'og:site_name': club.name,
    'og:title': evening ? `${evening.title} · ${club.name}` : title,
    'og:description': evening?.description ?? description,
    'og:url':
      linked?.url ?? (screen === NOT_FOUND ? `${club.public_url}/` : pageUrl + (evening?.search ?? '')),
    'og:locale': 'en_PK',
    ...(linked?.image
      ? { 'og:image': linked.image, 'og:image:alt': linked.title }
      : {
          'og:image': club.public_url + pictureUrl('og.jpg'),
          'og:image:width': '1200',
          'og:image:height': '630',
          'og:image:alt': `${club.name}: ${club.tagline}`,
        }),
  };
  for (const [property, content] of Object.entries(openGraph))
    tags.push(htmlTag('meta', { property, content }));
  tags.push(htmlTag('meta', { name: 'twitter:card', content: 'summary_large_image' }));
  if (screen.path === '/') {
    tags.push(`<script type="application/ld+json">${escapeScriptJson(structuredData(data))}</script>`);
  }
  const event = eventStructuredData(data);
  if (event) tags.push(`<script type="application/ld+json">${escapeScriptJson(event)}</script>`);
  return tags;
}

/** The scripts that a page runs itself, before the body, with the URLs of the modules they load. */
function scriptTags(screen: Screen, data: PageData, assets: PageAssets): string[] {
  if (!hasScript(screen)) return [];
  const { runsAtOnce, opensLink } = pageMetadataFor(screen);
  const modules = modulesOf(screen, data, assets);
  const attributes = { 'data-modules': modules.join(' '), ...(runsAtOnce && { 'data-at-once': '' }) };
  return [
    // Its request goes first.
    ...(opensLink ? [`<script>${assets.linkScript.text}</script>`] : []),
    `${htmlTag('script', attributes)}${assets.script.text}</script>`,
  ];
}

/** The hashes of these scripts. */
export function scriptHashes(screen: Screen, { script, linkScript }: PageAssets): string[] {
  if (!hasScript(screen)) return [];
  return [...(pageMetadataFor(screen).opensLink ? [linkScript.hash] : []), script.hash];
}

/** URLs of a page's modules, `web/main.tsx` first. */
function modulesOf(screen: Screen, { desk }: PageData, { moduleUrls }: PageAssets): string[] {
  const paths = [pageMetadataFor(screen).modulePath ?? '', ...(desk ? [DASHBOARD_MODULE] : [])];
  return [...new Set(paths.flatMap((path) => moduleUrls[path] ?? []))];
}

function iconTags(): string[] {
  return [
    htmlTag('link', { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
    htmlTag('link', { rel: 'icon', href: pictureUrl('icons/icon.svg'), type: 'image/svg+xml' }),
    htmlTag('link', { rel: 'apple-touch-icon', href: pictureUrl('icons/apple-touch-icon.png') }),
    htmlTag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
  ];
}

function htmlTag(name: string, attributes: Record<string, string>): string {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${attributeTexts.join(' ')}>`;
}

/** JSON that can't end the surrounding script element. */
function escapeScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

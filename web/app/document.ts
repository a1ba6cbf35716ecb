import type { PageData } from '../../src/domain/club.ts';
import { picturePreloads, pictureUrl } from '../ui/picture.tsx';
import { headOf } from './heads.ts';
import { NOT_FOUND, type Screen } from './screens.ts';
import type { SheetName } from './sheets.ts';
import { OFFLINE_PATH } from './site-files.ts';
import { structuredData } from './structured-data.ts';

export interface Sheet {
  text: string;
  /** As a content policy names it. */
  hash: string;
}

/** URLs of the built files. */
export interface PageAssets {
  script: string;
  /** The sheets of `web/sheets`, as text. */
  sheets: Readonly<Record<'base' | SheetName, Sheet>>;
  fonts: readonly string[];
  /** All that a screen's code needs beside `script`, by `Head.code`. */
  code: Readonly<Record<string, readonly string[]>>;
}

/** The HTML document around a drawn page. */
export function documentHtml(screen: Screen, data: PageData, assets: PageAssets, body: string): string {
  const scripted = isScripted(screen);
  const { hero } = headOf(screen);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#0d0620">',
    ...about(screen, data),
    ...assets.fonts.map((href) =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }),
    ),
    ...(hero ? picturePreloads(...hero) : []).map((link) => tag('link', link)),
    ...(scripted ? [script(screen, assets)] : []),
    ...sheetsOf(screen, assets).map(({ name, text }) => `<style data-sheet="${name}">${text}</style>`),
    ...icons(),
  ];
  const pageData = `<script type="application/json" id="page-data">${scriptJson(data)}</script>`;
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
<div id="root">${body}</div>
${scripted ? pageData : ''}
</body>
</html>
`;
}

/** The style sheets inside a screen's page. */
export function sheetsOf(screen: Screen, { sheets }: PageAssets): (Sheet & { name: string })[] {
  return (['base', ...(screen.styles ?? [])] as const).map((name) => ({ name, ...sheets[name] }));
}

/** What the browser may fetch before the page itself has arrived: the face of the headings, the first code. */
export function linksOf(screen: Screen, assets: PageAssets): string {
  return [
    ...assets.fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...(isScripted(screen) ? [`<${assets.script}>; rel=modulepreload; fetchpriority=low`] : []),
  ].join(', ');
}

function isScripted(screen: Screen): boolean {
  return screen.path !== OFFLINE_PATH;
}

/** What search engines and shared links show. */
function about(screen: Screen, data: PageData): string[] {
  const { club } = data;
  const head = headOf(screen);
  const title = `${screen.title} · ${club.name}`;
  const description = head.description.replaceAll('{city}', club.city);
  const address = club.public_url + (head.canonical ?? screen.path);
  const lines = [
    `<title>${escapeHtml(title)}</title>`,
    tag('meta', { name: 'description', content: description }),
    head.hidden
      ? tag('meta', { name: 'robots', content: 'noindex' })
      : tag('link', { rel: 'canonical', href: address }),
  ];
  const graph = {
    'og:type': 'website',
    'og:site_name': club.name,
    'og:title': title,
    'og:description': description,
    'og:url': screen === NOT_FOUND ? `${club.public_url}/` : address,
    'og:locale': 'en_PK',
    'og:image': club.public_url + pictureUrl('og.jpg'),
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `${club.name}: ${club.tagline}`,
  };
  for (const [property, content] of Object.entries(graph)) lines.push(tag('meta', { property, content }));
  lines.push(tag('meta', { name: 'twitter:card', content: 'summary_large_image' }));
  if (screen.path === '/') {
    lines.push(`<script type="application/ld+json">${scriptJson(structuredData(data))}</script>`);
  }
  return lines;
}

/** `web/start.ts`, with the URLs of what it fetches once the page has been drawn. */
function script(screen: Screen, assets: PageAssets): string {
  const code = (assets.code[headOf(screen).code ?? ''] ?? []).join(' ');
  return `${tag('script', { type: 'module', src: assets.script, fetchpriority: 'low', 'data-code': code })}</script>`;
}

function icons(): string[] {
  return [
    tag('link', { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
    tag('link', { rel: 'icon', href: pictureUrl('icons/icon.svg'), type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: pictureUrl('icons/apple-touch-icon.png') }),
    tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
  ];
}

function tag(name: string, attributes: Record<string, string>): string {
  const words = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`);
  return `<${name} ${words.join(' ')}>`;
}

/** JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

import type { PageData } from '../../src/domain/club.ts';
import type { Screen } from './screens.ts';

/** URLs of the built files. */
export interface PageAssets {
  script: string;
  styles: readonly string[];
  fonts: readonly string[];
  preloads: readonly string[];
}

/** The HTML document around a drawn page. */
export function documentHtml(screen: Screen, data: PageData, assets: PageAssets, body: string): string {
  const { club } = data;
  const title = `${screen.title} · ${club.name}`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" content="#0d0620">',
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(screen.description)}">`,
    screen.listed
      ? `<link rel="canonical" href="${escapeHtml(club.public_url + screen.path)}">`
      : '<meta name="robots" content="noindex">',
    ...assets.fonts.map(
      (url) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`,
    ),
    ...assets.styles.map((url) => `<link rel="stylesheet" href="${url}">`),
    ...assets.preloads.map((url) => `<link rel="modulepreload" href="${url}">`),
    `<script type="module" src="${assets.script}"></script>`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
${head.join('\n')}
</head>
<body>
<div id="root">${body}</div>
<script type="application/json" id="page-data">${scriptJson(data)}</script>
</body>
</html>
`;
}

/** JSON that cannot end the script element it stands in. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

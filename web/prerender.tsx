import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import type { PageData } from '../src/domain/club.ts';
import { App } from './app/app.tsx';
import { documentHtml, linksOf, type PageAssets, sheetsOf } from './app/document.ts';
import { preloadScreen } from './app/screen-loader.tsx';
import { NOT_FOUND, screenAt } from './app/screens.ts';
import { SITE_FILES } from './app/site-files.ts';
import { LocationProvider } from './lib/router.ts';

interface Drawn {
  status: number;
  text: string;
  type: string;
  /** As the content policy names the sheets that stand in the page. */
  styleHashes: string[];
  /** The `Link` header. */
  link: string;
}

/** The path whose page stands at `path`: all addresses without one share the page that says so. */
export function pageOf(path: string): string {
  return Object.hasOwn(SITE_FILES, path) || screenAt(path) !== NOT_FOUND ? path : NOT_FOUND.path;
}

/** Draws a path as complete HTML, or makes the file at a fixed address, from the club's facts. `assets` are the built files the page loads. */
export async function renderPage(path: string, data: PageData, assets: PageAssets): Promise<Drawn> {
  const make = Object.hasOwn(SITE_FILES, path) ? SITE_FILES[path] : undefined;
  if (make) return { status: 200, styleHashes: [], link: '', ...make(data, assets) };
  const screen = screenAt(path);
  await preloadScreen(screen);
  const location = { url: path, path, query: {}, route() {} };
  const { prelude } = await prerender(
    <StrictMode>
      <LocationProvider.ctx.Provider value={location}>
        <App data={data} />
      </LocationProvider.ctx.Provider>
    </StrictMode>,
  );
  const body = await new Response(prelude).text();
  return {
    status: screen === NOT_FOUND ? 404 : 200,
    type: 'text/html; charset=utf-8',
    text: documentHtml(screen, data, assets, body),
    styleHashes: sheetsOf(screen, assets).map(({ hash }) => hash),
    link: linksOf(screen, assets),
  };
}

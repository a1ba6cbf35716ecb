import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import type { PageContent, PageData } from '../src/domain/page-data.ts';
import { App } from './app/app.tsx';
import { GENERATED_FILES } from './app/generated-files.ts';
import {
  type PageAssets,
  preloadLinkHeader,
  renderDocument,
  scriptHashes,
  stylesheetsFor,
} from './app/html-document.ts';
import { pageMetadataFor } from './app/page-metadata.ts';
import { preloadScreen } from './app/screen-loader.tsx';
import { NOT_FOUND, screenAt } from './app/screens.ts';
import { LocationProvider } from './lib/router.ts';

interface RenderedPage {
  status: number;
  text: string;
  type: string;
  /** For the content security policy. */
  inlineHashes: { scripts: string[]; styles: string[] };
  /** The `Link` header. */
  link: string;
  /** True for a page whose address may contain a secret: it doesn't tell other pages where the visitor came from. */
  noReferrer?: boolean;
}

/**
 * The path of the screen, shared by all matches, all events, all unknown paths and both names of a page, and what it
 * shows besides the club.
 */
export function resolvePage(path: string): { path: string; content: PageContent | null } {
  if (Object.hasOwn(GENERATED_FILES, path)) return { path, content: null };
  const screen = screenAt(path);
  const { canonicalPath = screen.path, content = null } = pageMetadataFor(screen);
  return { path: canonicalPath, content };
}

/** Renders the HTML page or generated file at `path`. `assets` are the built files that the page loads. */
export async function renderPage(path: string, data: PageData, assets: PageAssets): Promise<RenderedPage> {
  const createFile = Object.hasOwn(GENERATED_FILES, path) ? GENERATED_FILES[path] : undefined;
  if (createFile)
    return { status: 200, inlineHashes: { scripts: [], styles: [] }, link: '', ...createFile(data, assets) };
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
    status: screen === NOT_FOUND || isMissing(data) ? 404 : 200,
    type: 'text/html; charset=utf-8',
    text: renderDocument(screen, data, assets, body),
    inlineHashes: {
      scripts: scriptHashes(screen, assets),
      styles: stylesheetsFor(screen, assets).map(({ hash }) => hash),
    },
    link: preloadLinkHeader(screen, data, assets),
    noReferrer: pageMetadataFor(screen).noReferrer === true,
  };
}

/** What the address names is not there. */
function isMissing({ match, event, tournament }: PageData): boolean {
  return match === null || event === null || tournament === null;
}

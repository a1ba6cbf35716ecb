import './app/styles.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '../src/domain/club.ts';
import { App } from './app/app.tsx';
import { preloadScreen } from './app/screen-loader.tsx';
import { screenAt } from './app/screens.ts';
import { LocationProvider } from './lib/router.ts';

const source = document.getElementById('page-data');
const root = document.getElementById('root');

async function start(): Promise<void> {
  if (!source || !root) throw new Error('the page is not one of ours');
  const data = JSON.parse(source.textContent ?? '') as PageData;
  const path = location.pathname.replace(/\/+$/, '') || '/';
  await preloadScreen(screenAt(path));
  hydrateRoot(
    root,
    <StrictMode>
      <LocationProvider>
        <App data={data} />
      </LocationProvider>
    </StrictMode>,
  );
}

void start();

// Only the page for visitors without a network is kept; see service-worker.js.
addEventListener('load', () => void navigator.serviceWorker?.register('/sw.js').catch(() => {}));

import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '../src/domain/page-data.ts';
import { App } from './app/app.tsx';
import { preloadScreen } from './app/screen-loader.tsx';
import { screenAt } from './app/screens.ts';
import { HYDRATED } from './lib/pre-hydration-input.ts';
import { setQueryData } from './lib/query.ts';
import { reloadSlots } from './lib/reload.ts';
import { LocationProvider } from './lib/router.ts';
import { learnTimeOfPage, serverNow } from './lib/server-time.ts';
import { type BookingRef, managePath, nextBookingRef } from './lib/stored-booking-keys.ts';
import { keepTranslatedTextCurrent } from './lib/translated-text.ts';

learnTimeOfPage();
keepTranslatedTextCurrent();

const pageDataElement = document.getElementById('page-data');
const rootElement = document.getElementById('root');

async function hydrate(): Promise<void> {
  if (!pageDataElement || !rootElement) throw new Error('the page has no page data');
  const data = JSON.parse(pageDataElement.textContent ?? '') as PageData;
  const path = location.pathname.replace(/\/+$/, '') || '/';
  // A page from the browser's history may be older than a login or a booking.
  const isOld = navigationType() === 'back_forward';
  if (data.guest && !isOld) setQueryData('GET /api/auth/user', null);
  const screen = await preloadScreen(screenAt(path));
  await screen.prepare?.(data);
  if (isOld) document.addEventListener(HYDRATED, () => void reloadSlots(), { once: true });
  // A transition hydrates in slices, so that the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      rootElement,
      <StrictMode>
        <LocationProvider scope={ROUTED_HERE}>
          <App data={data} />
        </LocationProvider>
      </StrictMode>,
    );
  });
}

/** Pages that change by the minute are loaded from the server, which renders them. */
const ROUTED_HERE = /^(?!\/(?:matches|events))/;

function navigationType(): string | undefined {
  return (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type;
}

/** The installed app opens on the next booking that this browser knows. */
function bookingToOpen(): BookingRef | undefined {
  const isAppStart = location.pathname === '/' && !document.referrer && navigationType() === 'navigate';
  if (!isAppStart || !matchMedia('(display-mode: standalone)').matches) return undefined;
  return nextBookingRef(serverNow());
}

const nextBooking = bookingToOpen();
if (nextBooking === undefined) void hydrate();
else location.replace(managePath(nextBooking));

// Late, because the page itself loads first; service-worker.js only stores the offline page.
setTimeout(() => void navigator.serviceWorker?.register('/sw.js').catch(() => {}), 1000);

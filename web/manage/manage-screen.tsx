import { useLayoutEffect } from 'react';
import { parseManageFragment, storeBookingKey } from '../lib/booking-keys.ts';
import { useLocation } from '../lib/router.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';

/** Opens a booking with the key of its link, which leaves the address at once. */
export default function ManageScreen() {
  const { route } = useLocation();
  useLayoutEffect(() => {
    const link = parseManageFragment(location.hash);
    if (link) storeBookingKey(link.id, link.key);
    route(link ? `/success?booking_id=${link.id}` : '/success', true);
  }, [route]);
  return (
    <main id="main" className="container narrow" tabIndex={-1}>
      <header className="page-head">
        <h1>Your booking</h1>
        <JavaScriptRequired feature="Managing your booking" />
      </header>
    </main>
  );
}

import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { trapFocus } from '../lib/focus-trap.ts';
import { useLocation } from '../lib/router.ts';
import { BAR_TOOLS_ID } from '../shared/bar-tools.ts';
import { usePageData } from '../shared/page-data.tsx';
import { useAuth } from '../shared/session.tsx';
import { Picture } from '../ui/picture.tsx';
import { BrandMark } from './brand-mark.tsx';
import { MATCHES_LINK, POLICY_LINKS } from './policy-links.ts';
import { screenAt } from './screens.ts';

const LANDING_LINKS = [
  ['/#courts', 'Courts'],
  ['/#food-drink', 'Food & Drink'],
  ['/#events', 'Events & Clinics'],
] as const;

/** In the menu of pages without a footer. */
const FOOTER_LINKS = [['/contact', 'Contact Us'], ...POLICY_LINKS] as const;

/** The picture is behind an overlay, so half the resolution is enough on a phone. */
const PICTURE_SIZES = '(max-width: 40rem) 50vw, 100vw';

/** The bar on every page; its background picture depends on the area of the site. */
export function NavigationBar() {
  const { club, open_matches } = usePageData();
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const { area, slimBar } = screenAt(path);

  useEffect(() => {
    if (!open || !header.current) return;
    return trapFocus(header.current, () => {
      setOpen(false);
      toggle.current?.focus();
    });
  }, [open]);

  // Any link closes the menu; the Logout button closes it in its own handler.
  const closeOnLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) setOpen(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for the clicks of the links inside
    <header
      ref={header}
      className={`site-header${open ? ' open' : ''}`}
      data-area={area}
      data-slim={slimBar}
      data-theme="dark"
      onClick={closeOnLink}
    >
      {area && (
        <Picture
          key={area}
          name={`bg-${area}`}
          alt=""
          sizes={PICTURE_SIZES}
          eager
          className="header-picture"
        />
      )}
      <nav className="container header-bar" aria-label="Main">
        <a href="/" className="brand" translate="no">
          <BrandMark />
          <span>{club.name}</span>
        </a>
        {slimBar ? (
          <div id={BAR_TOOLS_ID} className="bar-tools" />
        ) : (
          <ul className="nav-wide">
            <NavigationLinks labels={WIDE_LABELS} />
          </ul>
        )}
        <button
          ref={toggle}
          type="button"
          className="menu-toggle"
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => setOpen(!open)}
        >
          <span className="menu-lines" aria-hidden="true" />
          {open ? 'Close' : 'Menu'}
        </button>
      </nav>
      <div id="mobile-menu" className="nav-mobile" data-open={open}>
        <ul className="container">
          <NavigationLinks labels={NARROW_LABELS} onLogout={() => setOpen(false)} />
          {open_matches && <LinkItems links={[MATCHES_LINK]} />}
          {slimBar && <LinkItems links={FOOTER_LINKS} />}
        </ul>
        <p className="container nav-mobile-foot">{club.opening_text}</p>
      </div>
    </header>
  );
}

const WIDE_LABELS = { account: null, admin: 'Admin' };
const NARROW_LABELS = { account: 'My Account', admin: 'Admin Dashboard' };

function LinkItems({ links }: { links: readonly (readonly [href: string, label: string])[] }) {
  return links.map(([href, label]) => (
    <li key={href}>
      <a href={href}>{label}</a>
    </li>
  ));
}

/** The links in the bar and the mobile menu. Without a label, the account link shows the user's name. */
function NavigationLinks({
  labels,
  onLogout,
}: {
  labels: { account: string | null; admin: string };
  onLogout?: () => void;
}) {
  const { user, logout } = useAuth();
  return (
    <>
      <LinkItems links={LANDING_LINKS} />
      <LinkItems links={[['/manage', 'My booking']]} />
      {user ? (
        <>
          <li className="nav-split">
            <a href="/account" className="nav-account">
              {labels.account ?? user.name}
            </a>
          </li>
          {(user.is_admin || user.admin_locked || user.screen_locked) && (
            <li>
              <a href="/admin">{labels.admin}</a>
            </li>
          )}
          <li>
            <button
              type="button"
              className="nav-link"
              onClick={() => {
                onLogout?.();
                void logout();
              }}
            >
              Logout
            </button>
          </li>
        </>
      ) : (
        <>
          <li className="nav-split">
            <a href="/login">Login</a>
          </li>
          <li>
            <a href="/register">Sign Up</a>
          </li>
        </>
      )}
      <li>
        <a href="/booking" className="button lime book-now">
          Book Now
        </a>
      </li>
    </>
  );
}

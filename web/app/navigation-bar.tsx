import { useEffect, useRef, useState } from 'react';
import { usePageData } from '../lib/page-data.tsx';
import { useLocation } from '../lib/router.ts';
import { screenAt } from './screens.ts';
import { useAuth } from './session.tsx';

const ANCHORS = [
  ['/#courts', 'Courts'],
  ['/#food-drink', 'Food & Drink'],
  ['/#events', 'Events & Clinics'],
] as const;

/** The bar on every page; its background follows the area of the site. */
export function NavigationBar() {
  const { club } = usePageData();
  const { path } = useLocation();
  const { user, logout } = useAuth();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const area = screenAt(path).area;

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);

  const close = () => setOpen(false);
  const links = (labels: { account: string; admin: string }) => (
    <>
      {ANCHORS.map(([href, label]) => (
        <li key={href}>
          <a href={href} onClick={close}>
            {label}
          </a>
        </li>
      ))}
      {user ? (
        <>
          <li>
            <a href="/account" onClick={close}>
              {labels.account}
            </a>
          </li>
          {user.is_admin && (
            <li>
              <a href="/admin" onClick={close}>
                {labels.admin}
              </a>
            </li>
          )}
          <li>
            <button
              type="button"
              className="nav-link"
              onClick={() => {
                close();
                void logout();
              }}
            >
              Logout
            </button>
          </li>
        </>
      ) : (
        <>
          <li>
            <a href="/login" onClick={close}>
              Login
            </a>
          </li>
          <li>
            <a href="/register" onClick={close}>
              Sign Up
            </a>
          </li>
        </>
      )}
      <li>
        <a href="/booking" className="button book-now" onClick={close}>
          Book Now
        </a>
      </li>
    </>
  );

  return (
    <header className="site-header" data-area={area}>
      <nav className="container" aria-label="Main">
        <a href="/" className="brand" onClick={close}>
          {club.name}
        </a>
        <ul className="nav-wide">{links({ account: user?.name ?? '', admin: 'Admin' })}</ul>
        <button
          ref={toggle}
          type="button"
          className="menu-toggle"
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Close' : 'Menu'}
        </button>
      </nav>
      <ul id="mobile-menu" className="nav-mobile" hidden={!open}>
        {links({ account: 'My Account', admin: 'Admin Dashboard' })}
      </ul>
    </header>
  );
}

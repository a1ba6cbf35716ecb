import { usePageData } from '../shared/page-data.tsx';
import { emailLink, phoneLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';
import { SocialLinks } from '../ui/social-links.tsx';
import { BrandMark } from './brand-mark.tsx';
import { EVENTS_LINK, MATCHES_LINK, POLICY_LINKS } from './policy-links.ts';

const PAGE_LINKS = [
  ['/booking', 'Book a Court'],
  ['/manage', 'My booking'],
  ['/contact', 'Contact Us'],
] as const;

/** The footer's content. On screens with `lineFooter` it folds into one line, which opens without code. */
export default function FooterContent() {
  const { club, open_matches, has_events } = usePageData();
  const links = [
    ...(open_matches ? [MATCHES_LINK] : []),
    ...(has_events ? [EVENTS_LINK] : []),
    ...PAGE_LINKS,
  ];
  return (
    <div className="container">
      {/* Next to the grid rather than around it, because browsers don't show the content of a closed one. */}
      <details className="footer-more">
        <summary>Contact &amp; more</summary>
      </details>
      <div className="footer-grid">
        <div className="footer-club">
          <p className="brand" translate="no">
            <BrandMark />
            <span>{club.name}</span>
          </p>
          <p className="footer-tagline">{club.tagline}</p>
          <div className="footer-social">
            <SocialLinks club={club} />
          </div>
        </div>
        <div className="footer-visit">
          <h2>Visit us</h2>
          <address>
            <a href={phoneLink(club.phone)}>
              <Icon name="phone" /> {club.phone}
            </a>
            <a href={emailLink(club.email)}>
              <Icon name="mail" /> {club.email}
            </a>
            <a href={club.map_url} rel="noopener">
              <Icon name="pin" /> {club.address}
            </a>
          </address>
          <p className="footer-hours">
            <Icon name="clock" /> {club.opening_text}
          </p>
        </div>
        <FooterLinks title="The club" links={links} />
        <FooterLinks title="Policies" links={POLICY_LINKS} />
      </div>
      <p className="footer-end">© 2025 {club.name}</p>
    </div>
  );
}

function FooterLinks({ title, links }: { title: string; links: readonly (readonly [string, string])[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

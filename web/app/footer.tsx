import { usePageData } from '../lib/page-data.tsx';

const POLICIES = [
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-conditions', 'Terms & Conditions'],
  ['/return-refund-policy', 'Return & Refund Policy'],
  ['/service-policy', 'Service Policy'],
] as const;

export function Footer() {
  const { club } = usePageData();
  return (
    <footer className="site-footer">
      <div className="container">
        <p className="brand">{club.name}</p>
        <address>
          <a href={`tel:${club.phone.replace(/[^+\d]/g, '')}`}>{club.phone}</a>
          <a href={`mailto:${club.email}`}>{club.email}</a>
          <a href={club.map_url}>{club.address}</a>
        </address>
        <p>{club.opening_text}</p>
        <ul className="footer-links">
          {club.instagram_url && (
            <li>
              <a href={club.instagram_url}>Instagram</a>
            </li>
          )}
          {club.facebook_url && (
            <li>
              <a href={club.facebook_url}>Facebook</a>
            </li>
          )}
          {POLICIES.map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
        <p>© 2025 {club.name}. All rights reserved.</p>
      </div>
    </footer>
  );
}

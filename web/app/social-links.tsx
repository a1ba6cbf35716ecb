import type { Club } from '../../src/domain/club.ts';
import { Icon } from '../ui/icons.tsx';

/** Where else the club is found, as far as its owner has said. */
export function SocialLinks({ club, look = '' }: { club: Club; look?: string }) {
  const links = [
    [club.instagram_url, 'instagram', 'Instagram'],
    [club.facebook_url, 'facebook', 'Facebook'],
  ] as const;
  return links.map(
    ([url, icon, label]) =>
      url && (
        <a key={icon} href={url} rel="noopener" {...(look ? { className: look } : {})}>
          <Icon name={icon} /> {label}
        </a>
      ),
  );
}

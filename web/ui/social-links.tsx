import type { Club } from '../../src/domain/club.ts';
import { Icon } from './icons.tsx';

/** Links to the club's social accounts, as far as they are configured. */
export function SocialLinks({ club, className = '' }: { club: Club; className?: string }) {
  const links = [
    [club.instagram_url, 'instagram', 'Instagram'],
    [club.facebook_url, 'facebook', 'Facebook'],
  ] as const;
  return links.map(
    ([url, icon, label]) =>
      url && (
        <a key={icon} href={url} rel="noopener" {...(className ? { className } : {})}>
          <Icon name={icon} /> {label}
        </a>
      ),
  );
}

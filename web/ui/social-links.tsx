import type { Club } from '../../src/domain/club.ts';
import { LineIcon } from './icons.tsx';

const ICONS = {
  instagram: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.2 6.800h.01" />
    </>
  ),
  facebook: (
    <path d="M14.5 21v-8h3l.5-3.5h-3.5V7.3c0-1 .5-1.8 1.9-1.800H18V2.600C17.5 2.5 16.6 2.4 15.6 2.400c-2.7 0-4.6 1.6-4.6 4.5v2.600H8V13h3v8" />
  ),
};

/** Links to those of the club's social accounts that are configured. */
export function SocialLinks({ club, className = '' }: { club: Club; className?: string }) {
  const links = [
    [club.instagram_url, 'instagram', 'Instagram'],
    [club.facebook_url, 'facebook', 'Facebook'],
  ] as const;
  return links.map(
    ([url, icon, label]) =>
      url && (
        <a key={icon} href={url} rel="noopener" {...(className ? { className } : {})}>
          <LineIcon>{ICONS[icon]}</LineIcon> {label}
        </a>
      ),
  );
}

import type { Club } from '../../src/domain/club.ts';
import { emailLink, phoneLink, whatsappLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';
import { Picture } from '../ui/picture.tsx';
import { SocialLinks } from '../ui/social-links.tsx';

export function Visit({ club }: { club: Club }) {
  return (
    <section id="visit" className="visit" data-theme="dark" aria-labelledby="visit-title">
      <Picture name="bg-contact" alt="" className="visit-picture" />
      <div className="container visit-body">
        <p className="eyebrow">Where we are</p>
        <h2 id="visit-title">{club.address}</h2>
        <p className="lead">Arrive 15 minutes early to park and warm up.</p>
        <div className="cluster">
          <a href={club.map_url} className="button" rel="noopener">
            <Icon name="pin" /> Open the map
          </a>
          <a href={phoneLink(club.phone)} className="button ghost">
            <Icon name="phone" /> {club.phone}
          </a>
          {club.whatsapp && (
            <a href={whatsappLink(club.whatsapp)} className="button ghost" rel="noopener">
              <Icon name="chat" /> WhatsApp
            </a>
          )}
          <a href={emailLink(club.email)} className="button ghost">
            <Icon name="mail" /> {club.email}
          </a>
          <SocialLinks club={club} className="button ghost" />
        </div>
      </div>
    </section>
  );
}

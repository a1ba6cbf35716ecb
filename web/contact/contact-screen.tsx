import { useEffect, useRef, useState } from 'react';
import { messageSent } from '../../src/domain/contact-form.ts';
import { JavaScriptRequired } from '../shared/javascript-required.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { emailLink, phoneLink, whatsappLink } from '../ui/contact-links.ts';
import { Icon } from '../ui/icons.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { SocialLinks } from '../ui/social-links.tsx';
import { ContactForm } from './contact-form.tsx';

/** The contact page: the club's contact details and a message form. */
export default function ContactScreen() {
  const { club } = usePageData();
  const [sent, setSent] = useState(false);
  return (
    <main id="main" className="container" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">Talk to us</p>
        <h1>Contact Us</h1>
        <p className="lead muted">
          Questions about a booking, an event or a lesson? Write to us here, or call during opening hours.
        </p>
      </header>
      <div className="split">
        <section className="card highlighted" aria-label="Write to us">
          <JavaScriptRequired feature="The message form" />
          {sent ? (
            <MessageSent onAgain={() => setSent(false)} />
          ) : (
            <ContactForm onSent={() => setSent(true)} />
          )}
        </section>
        <section className="contact-details" aria-labelledby="ways-title">
          <h2 id="ways-title">Reach the club</h2>
          <address>
            <a href={phoneLink(club.phone)} className="contact-detail">
              <Icon name="phone" />
              <span>
                <small>Phone</small> {club.phone}
              </span>
            </a>
            {club.whatsapp && (
              <a href={whatsappLink(club.whatsapp)} className="contact-detail" rel="noopener">
                <Icon name="chat" />
                <span>
                  <small>WhatsApp</small> +{club.whatsapp}
                </span>
              </a>
            )}
            <a href={emailLink(club.email)} className="contact-detail">
              <Icon name="mail" />
              <span>
                <small>Email</small> {club.email}
              </span>
            </a>
            <a href={club.map_url} className="contact-detail" rel="noopener">
              <Icon name="pin" />
              <span>
                <small>Address</small> {club.address}
              </span>
            </a>
          </address>
          <p className="contact-detail">
            <Icon name="clock" />
            <span>
              <small>Opening hours</small> <NoWrap>{club.opening_text}</NoWrap>
            </span>
          </p>
          <p className="cluster">
            <a href="/manage" className="button">
              My booking
            </a>
            <SocialLinks club={club} className="button ghost" />
          </p>
        </section>
      </div>
    </main>
  );
}

/** Replaces the form after the message was sent. */
function MessageSent({ onAgain }: { onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text } = messageSent(usePageData().club);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="message-sent">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="lead">{text}</p>
      <p className="cluster">
        <button type="button" onClick={onAgain}>
          Send Another Message
        </button>
        <a href="/booking" className="button ghost">
          Book a Court
        </a>
      </p>
    </div>
  );
}

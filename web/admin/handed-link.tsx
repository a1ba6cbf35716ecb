import { type ReactNode, useState } from 'react';
import { handedLinkBlock } from '../../src/domain/handed-link.ts';
import { callApi } from '../lib/api.ts';
import { CopyButton } from '../shared/booking-view/copy-button.tsx';
import { usePageData } from '../shared/page-data.tsx';
import { whatsappLink } from '../ui/contact-links.ts';
import { ActionButton } from './action-button.tsx';

/** A link that its maker passes on and that is shown only now: to copy, or to send by WhatsApp. */
export function LinkToPassOn({
  link,
  label,
  text,
  phone = '',
  children,
}: {
  link: string;
  /** What it opens, as in `link of the invitation`. */
  label: string;
  /** What WhatsApp says before the link. */
  text: string;
  phone?: string;
  children: ReactNode;
}) {
  return (
    <div className="alert warning">
      <p>{children}</p>
      <div className="cluster">
        <CopyButton value={link} label={label} noun="link" />
        <a
          className="button quiet"
          href={whatsappLink(phone, `${text}: ${link}`)}
          target="_blank"
          rel="noreferrer"
        >
          WhatsApp
        </a>
      </div>
    </div>
  );
}

/** Whether no email takes the link to this payer. */
export function useMayHandLink(): (payer: { email: string }) => boolean {
  const { club } = usePageData();
  return (payer) => handedLinkBlock(payer, club) === null;
}

export const handLink = (payerId: number) =>
  callApi('POST /api/admin/payers/:id/link', { params: { id: payerId } });

/** The link of a booking, place or purchase for a customer at the desk or on the phone. */
export function HandedLink({
  link,
  name,
  phone,
  opens = 'Your booking',
}: {
  link: string;
  name: string;
  phone: string;
  /** What it opens, in the customer's words. */
  opens?: string;
}) {
  const { club } = usePageData();
  return (
    <LinkToPassOn
      link={link}
      label={`of ${name}`}
      text={`${opens} at ${club.name}. This link opens it once, within 24 hours`}
      phone={phone}
    >
      Pass this link on to {name}. It opens their page once, within 24 hours, and you won’t see it again. The
      history says that you made it.
    </LinkToPassOn>
  );
}

/** Makes the link of whoever booked, has a place or bought something. */
export function HandLink({
  payerId,
  name,
  phone,
  opens,
}: {
  payerId: number;
  name: string;
  phone: string;
  opens?: string;
}) {
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <ActionButton
        failure="The link could not be made. Please try again."
        act={() => handLink(payerId)}
        onDone={({ data }) => setLink(data.link)}
      >
        Make a link for the customer
      </ActionButton>
      {link && <HandedLink link={link} name={name} phone={phone} {...(opens ? { opens } : {})} />}
    </>
  );
}

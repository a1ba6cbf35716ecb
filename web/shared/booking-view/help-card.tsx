import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { Icon } from '../../ui/icons.tsx';
import { usePageData } from '../page-data.tsx';

/** The club's phone and email; `hint` says what the customer should have ready. */
export function HelpCard({
  title = 'Need help?',
  hint = 'Have your booking number ready.',
}: {
  title?: string;
  hint?: string;
}) {
  const { club } = usePageData();
  return (
    <section className="card flat" aria-labelledby="help-title">
      <h2 id="help-title">{title}</h2>
      <p>{hint}</p>
      <ul className="help-links">
        <li>
          <a href={phoneLink(club.phone)}>
            <Icon name="phone" /> {club.phone}
          </a>
        </li>
        <li>
          <a href={emailLink(club.email)}>
            <Icon name="mail" /> {club.email}
          </a>
        </li>
      </ul>
    </section>
  );
}

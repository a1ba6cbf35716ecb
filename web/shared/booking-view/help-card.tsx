import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { Icon } from '../../ui/icons.tsx';
import { usePageData } from '../page-data.tsx';
import { CardOrRow } from './row.tsx';

/** The club's phone and email; `hint` says what the customer should have at hand. */
export function HelpCard({
  title = 'Need help?',
  hint = 'Have your booking number ready.',
  folds = false,
}: {
  title?: string;
  hint?: string;
  folds?: boolean;
}) {
  const { club } = usePageData();
  return (
    <CardOrRow folds={folds} id="help-title" title={title} className="card flat">
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
    </CardOrRow>
  );
}

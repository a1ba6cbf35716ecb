import type { ReactNode } from 'react';
import { useLocation } from '../lib/router.ts';
import { usePageData } from '../shared/page-data.tsx';
import { emailLink, phoneLink } from '../ui/contact-links.ts';

interface PolicySection {
  id: string;
  title: string;
  body: ReactNode;
}

/** The layout of all policies: a summary, a table of contents and numbered sections. */
export function PolicyPage({
  title,
  summary,
  sections,
}: {
  title: string;
  summary: string;
  sections: readonly PolicySection[];
}) {
  const { club } = usePageData();
  const { path } = useLocation();
  const allSections = [...sections, { id: 'questions', title: 'Questions', body: <QuestionsSection /> }];
  return (
    <main id="main" className="container policy" tabIndex={-1}>
      <header className="page-head">
        <p className="eyebrow">{club.name}</p>
        <h1>{title}</h1>
        <p className="muted">Last updated January 2025</p>
        {/* Only shown in print: the page's URL. */}
        <p className="policy-source">
          {club.public_url}
          {path}
        </p>
        <p className="lead">{summary}</p>
      </header>
      <div className="policy-body">
        <nav className="policy-contents" aria-labelledby="contents-title">
          <h2 id="contents-title">Contents</h2>
          <ol>
            {allSections.map(({ id, title: name }) => (
              <li key={id}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="policy-text">
          {allSections.map(({ id, title: name, body }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                <span className="policy-number" aria-hidden="true">
                  {index + 1}
                </span>{' '}
                {name}
              </h2>
              {body}
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

function QuestionsSection() {
  const { club } = usePageData();
  return (
    <p>
      Ask us: <a href={phoneLink(club.phone)}>{club.phone}</a>,{' '}
      <a href={emailLink(club.email)}>{club.email}</a>, or the <a href="/contact">contact form</a>. We are at{' '}
      {club.address}. {club.opening_text}.
    </p>
  );
}

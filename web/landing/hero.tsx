import { formatPkr } from '../../src/domain/format-money.ts';
import { LANDING_TEXTS } from '../../src/domain/landing-texts.ts';
import type { PageData } from '../../src/domain/page-data.ts';
import { Icon } from '../ui/icons.tsx';
import { NoWrap } from '../ui/no-wrap.tsx';
import { Picture } from '../ui/picture.tsx';
import { TonightLine } from './tonight-line.tsx';

/** The first screen: name, tagline, booking button, what is free tonight, price, opening hours and address. */
export function Hero({ data: { club, lowest_price, tonight } }: { data: PageData }) {
  return (
    <section className="hero" data-theme="dark" aria-labelledby="hero-title">
      {club.landing?.hero_picture ? (
        <picture className="picture hero-picture">
          <img src={club.landing.hero_picture} alt="" fetchPriority="high" decoding="async" />
        </picture>
      ) : (
        <Picture name="hero" tall="hero-tall" alt="" eager className="hero-picture" />
      )}
      <div className="container hero-body">
        <p className="eyebrow">{club.name.includes(club.city) ? club.name : `${club.name} · ${club.city}`}</p>
        <h1 id="hero-title" className="hero-title">
          {club.tagline.split(/\s+/).map((word) => (
            <span key={word}>{word} </span>
          ))}
        </h1>
        <p className="lead hero-lead">{club.landing?.hero_text ?? LANDING_TEXTS.hero_text}</p>
        <TonightLine drawn={tonight} />
        <div className="hero-actions">
          <a href="/booking" className="button lime large">
            Book a Court <Icon name="arrow" />
          </a>
          <a href="/contact" className="button ghost large">
            Contact Us
          </a>
        </div>
        <dl className="hero-facts">
          <div>
            <dt>Price from</dt>
            <dd>{lowest_price === null ? 'Ask us' : `${formatPkr(lowest_price)} an hour`}</dd>
          </div>
          <div>
            <dt>Open</dt>
            <dd>
              <NoWrap>{club.opening_text}</NoWrap>
            </dd>
          </div>
          <div>
            <dt>Where</dt>
            <dd>
              <a href={club.map_url} rel="noopener">
                {club.address}
              </a>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

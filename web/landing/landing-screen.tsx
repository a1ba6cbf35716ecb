import { usePageData } from '../shared/page-data.tsx';
import { EventsAndClinics, FoodAndDrink } from './coming-soon.tsx';
import { Courts } from './courts.tsx';
import { Hero } from './hero.tsx';
import { Hours } from './hours.tsx';
import { Visit } from './visit.tsx';

/** The landing page: the courts, prices, opening hours, and where the club is. */
export default function LandingScreen() {
  const { club, courts } = usePageData();
  return (
    <main id="main" className="landing" tabIndex={-1}>
      <Hero club={club} courts={courts} />
      <Courts courts={courts} phone={club.phone} />
      <Hours club={club} courts={courts} />
      <FoodAndDrink />
      <EventsAndClinics />
      <Visit club={club} />
    </main>
  );
}

import { currentWeek } from '../shared/calendar.ts';
import { usePageData } from '../shared/page-data.tsx';
import { EventsAndClinics, FoodAndDrink } from './coming-soon.tsx';
import { Courts } from './courts.tsx';
import { Hero } from './hero.tsx';
import { Hours } from './hours.tsx';
import { Visit } from './visit.tsx';

/** The landing page: the courts, prices, opening hours, and where the club is. */
export default function LandingScreen() {
  const data = usePageData();
  const { club, courts } = data;
  const week = currentWeek(data);
  return (
    <main id="main" className="landing" tabIndex={-1}>
      <Hero data={data} week={week} />
      <Courts courts={courts} week={week} phone={club.phone} />
      <Hours data={data} week={week} />
      <FoodAndDrink landing={club.landing} />
      <EventsAndClinics landing={club.landing} />
      <Visit club={club} />
    </main>
  );
}

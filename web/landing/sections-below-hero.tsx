import { usePageData } from '../shared/page-data.tsx';
import { weekHours } from '../shared/week-hours.ts';
import { Courts } from './courts.tsx';
import { EventsAndClinics, FoodAndDrink } from './food-and-events.tsx';
import { Hours } from './hours.tsx';
import { OpenMatches } from './open-matches.tsx';
import { Visit } from './visit.tsx';

/** Below the first screen: courts, prices, opening hours, and where the club is. */
export default function SectionsBelowHero() {
  const data = usePageData();
  const { club, courts } = data;
  const week = weekHours(data);
  return (
    <>
      <OpenMatches />
      <Courts courts={courts} week={week} phone={club.phone} />
      <Hours data={data} week={week} />
      <FoodAndDrink landing={club.landing} />
      <EventsAndClinics landing={club.landing} />
      <Visit club={club} />
    </>
  );
}

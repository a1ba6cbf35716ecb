import { usePageData } from '../shared/page-data.tsx';
import { weekHoursAndPrices } from '../shared/week-hours-and-prices.ts';
import { AddressAndContact } from './address-and-contact.tsx';
import { Courts } from './courts.tsx';
import { EventsAndClinics, FoodAndDrink } from './food-and-events.tsx';
import { OpeningHoursAndPrices } from './opening-hours-and-prices.tsx';

/** Below the first screen: the courts, prices, opening hours, and where the club is. */
export default function SectionsBelowHero() {
  const data = usePageData();
  const { club, courts } = data;
  const week = weekHoursAndPrices(data);
  return (
    <>
      <Courts courts={courts} week={week} phone={club.phone} />
      <OpeningHoursAndPrices data={data} week={week} />
      <FoodAndDrink landing={club.landing} />
      <EventsAndClinics landing={club.landing} />
      <AddressAndContact club={club} />
    </>
  );
}

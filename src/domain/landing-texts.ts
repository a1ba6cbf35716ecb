/** The landing page's texts until the owner writes their own. */
export const LANDING_TEXTS = {
  hero_text:
    'Padel under floodlights until late at night. Pick your slots, bring three friends and stay for a drink.',
  food_text: 'Drinks and food with a view of the show court. Opening soon.',
  events_text: 'Tournaments, social evenings and coaching are coming.',
};

/** Where the owner's landing page differs from the default; pictures are addresses below /media. */
export type LandingPage = Partial<typeof LANDING_TEXTS> & { hero_picture?: string; food_picture?: string };

import type { Database } from 'bun:sqlite';

/** Slots still held by an ended offer, and open offers that don't hold their slots; one sentence each. */
export function listOfferFaults(db: Database): string[] {
  const count = (sql: string) =>
    db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${sql}`).get()?.n ?? 0;
  const orphans = count(
    "claim WHERE offer_id IS NOT NULL AND offer_id NOT IN (SELECT id FROM offer WHERE state = 'open')",
  );
  const unheld = count(
    "offer WHERE state = 'open' AND slots <> (SELECT count(*) FROM claim WHERE claim.offer_id = offer.id)",
  );
  const doubled = count(
    `(SELECT 1 FROM offer JOIN waitlist_entry ON waitlist_entry.id = offer.waitlist_entry_id WHERE offer.state = 'open'
      GROUP BY waitlist_entry.contact HAVING count(*) > 1)`,
  );
  return [
    ...(orphans > 0 ? [`${orphans} slots are held by waiting list offers that have ended.`] : []),
    ...(unheld > 0 ? [`${unheld} open waiting list offers do not hold their slots.`] : []),
    ...(doubled > 0 ? [`${doubled} people have more than one waiting list offer.`] : []),
  ];
}

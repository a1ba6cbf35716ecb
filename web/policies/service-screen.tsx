import { formatPkr } from '../../src/domain/money.ts';
import { DISCOUNT_PER_HOUR } from '../../src/domain/price.ts';
import { PRICING_BANDS, TIER_LABELS } from '../../src/domain/pricing-bands.ts';
import { usePageData } from '../shared/page-data.tsx';
import { PolicyPage, PolicyTable } from './policy-page.tsx';

/** Service policy. */
export default function ServiceScreen() {
  const { club, courts } = usePageData();
  return (
    <PolicyPage
      title="Service Policy"
      summary="What we promise when you book with us, and what we ask of you."
      sections={[
        {
          id: 'courts',
          title: 'The courts',
          body: (
            <>
              <p>Every court measures 20 m × 10 m and is set up 5 minutes before your time begins.</p>
              {courts.length > 0 && (
                <ul>
                  {courts.map((court) => (
                    <li key={court.id}>
                      <strong>{court.name}</strong>: {court.features.join(', ')}.{' '}
                      {formatPkr(court.hourly_rate)} an hour.
                    </li>
                  ))}
                </ul>
              )}
            </>
          ),
        },
        {
          id: 'hours',
          title: 'Hours and price bands',
          body: (
            <>
              <p>
                {club.opening_text}. We open at 7:00 AM and close at 4:00 AM the next day, Pakistan Standard
                Time (UTC+5).
              </p>
              <PolicyTable
                label="Time bands"
                head={['Band', 'Time']}
                rows={PRICING_BANDS.map((band) => [
                  band.timeRange.startsWith('2:00 AM')
                    ? `${TIER_LABELS[band.tier]} (night)`
                    : TIER_LABELS[band.tier],
                  band.timeRange,
                ])}
              />
              <p>
                A booking that starts in a morning or off-peak slot costs {formatPkr(DISCOUNT_PER_HOUR)} less
                for each of its hours. All prices include taxes.
              </p>
            </>
          ),
        },
        {
          id: 'booking',
          title: 'Booking and paying',
          body: (
            <ul>
              <li>Courts are booked in slots of 30 minutes, for at least one hour.</li>
              <li>
                Payment is required in advance: by bank transfer (manual confirmation) or in cash at the
                reception.
              </li>
              <li>Confirmation is instant on successful payment.</li>
              <li>A confirmation email is sent within 5 minutes.</li>
              <li>For bookings within the next 24 hours we also send an SMS.</li>
            </ul>
          ),
        },
        {
          id: 'promises',
          title: 'Our promises',
          body: (
            <PolicyTable
              label="Service promises"
              head={['What', 'Promise']}
              rows={[
                ['Availability of the booking service', '99 %'],
                ['Notice of planned maintenance', '48 hours'],
                ['Email support', 'Within 4 hours'],
                ['Customer service response', 'Within 24 hours'],
                ['Answer to a dispute', 'Within 48 hours'],
              ]}
            />
          ),
        },
        {
          id: 'arriving',
          title: 'Arriving',
          body: (
            <p>
              Please arrive 15 minutes early. Please leave the court when your slot ends, so that the next
              players can start on time.
            </p>
          ),
        },
        {
          id: 'maintenance',
          title: 'When a court is out of service',
          body: (
            <p>
              If we have to close your court, you choose between a full refund and another time. See the{' '}
              <a href="/return-refund-policy">Return &amp; Refund Policy</a>.
            </p>
          ),
        },
      ]}
    />
  );
}

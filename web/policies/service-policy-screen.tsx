import type { PlannedSlot } from '../../src/domain/day-plan.ts';
import { shortDate } from '../../src/domain/format-date.ts';
import { formatPkr } from '../../src/domain/format-money.ts';
import type { WeekdayGroup } from '../../src/domain/opening-hours.ts';
import { type PricingBand, pricingBandsOf, TIER_LABELS } from '../../src/domain/pricing-bands.ts';
import { inHours, replyTimesOf } from '../../src/domain/reply-times.ts';
import { blocksOf, isAfterMidnight, PRICING_TIERS, timeLabel } from '../../src/domain/slot.ts';
import { weekPrices, weekSaving } from '../../src/domain/week-prices.ts';
import { usePageData } from '../shared/page-data.tsx';
import { SpecialHours } from '../shared/special-hours.tsx';
import { weekHours } from '../shared/week-hours.ts';
import { PolicyPage } from './policy-page.tsx';
import { PolicyTable } from './policy-table.tsx';

export default function ServicePolicyScreen() {
  const data = usePageData();
  const { club, courts } = data;
  const replyTimes = replyTimesOf(club);
  const week = weekHours(data);
  const usualPrice = (court_id: number, hourly_rate: number) =>
    weekPrices(week, { court_id, hourly_rate }).usual;
  const saving = weekSaving(
    week,
    courts.map(({ id, hourly_rate }) => ({ court_id: id, hourly_rate })),
  );
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
                      {formatPkr(usualPrice(court.id, court.hourly_rate))} an hour
                      {court.upcoming_rates
                        ?.map(
                          ({ from, hourly_rate }) =>
                            `, ${formatPkr(usualPrice(court.id, hourly_rate))} from ${shortDate(from)}`,
                        )
                        .join('')}
                      .
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
                {club.opening_text}
                {`. ${openingSentence(week)}`}
              </p>
              {week.map(({ label, slots }) => (
                <PolicyTable
                  key={label}
                  label={week.length > 1 ? `Time bands, ${label}` : 'Time bands'}
                  head={[week.length > 1 ? label : 'Band', 'Time']}
                  rows={bandRows(pricingBandsOf(slots))}
                />
              ))}
              <SpecialHours data={data} />
              <p>
                {saving && (
                  <>
                    A booking that starts in {tiersLabel(saving.starts)} slot costs{' '}
                    {saving.isLeast && 'at least '}
                    {formatPkr(saving.amount)} less for each of its hours.{' '}
                  </>
                )}
                All prices include taxes.
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
              <li>
                A confirmation email is sent within 5 minutes.
                {club.no_mail &&
                  ' Our email isn’t set up yet: until it is, everything you need is on your booking’s page.'}
              </li>
              <li>
                {club.text_messages
                  ? 'For bookings within the next 24 hours we also send an SMS.'
                  : `We don’t send SMS at the moment${club.no_mail ? '.' : ': everything you need is in the email.'}`}
              </li>
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
                ['Availability of the booking service', '99%'],
                ['Notice of planned maintenance', '48 hours'],
                ['Email support for a booking', `Within ${inHours(replyTimes.email_support_hours)}`],
                [
                  'Customer service response to any other message',
                  `Within ${inHours(replyTimes.reply_hours)}`,
                ],
                ['Answer to a dispute', `Within ${inHours(replyTimes.dispute_hours)}`],
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

/** Says when the club opens and closes if every day is the same. */
function openingSentence(week: readonly WeekdayGroup[]): string {
  const [group, ...otherGroups] = week;
  const [block, ...otherBlocks] = blocksOf((group?.slots ?? []).map(({ slotIndex }) => slotIndex));
  if (!block || otherGroups.length + otherBlocks.length > 0 || group?.weekdays.length !== 7)
    return 'All times are Pakistan Standard Time (UTC+5).';
  const nextDay = isAfterMidnight(block.last) ? ' the next day' : '';
  return `We open at ${timeLabel(block.first)} and close at ${timeLabel(block.last + 1)}${nextDay}, Pakistan Standard Time (UTC+5).`;
}

/** If a tier returns after midnight, that part is the night's. */
function bandRows(bands: readonly PricingBand[]): [string, string][] {
  return bands.map(({ tier, timeRange, slotIndexes }, at) => {
    const isRepeated = bands.slice(0, at).some((earlier) => earlier.tier === tier);
    const isNight = isRepeated && isAfterMidnight(slotIndexes[0] ?? 12);
    return [isNight ? `${TIER_LABELS[tier]} (night)` : TIER_LABELS[tier], timeRange];
  });
}

/** `a morning or off-peak` */
function tiersLabel(slots: readonly PlannedSlot[]): string {
  const names = PRICING_TIERS.filter((tier) => slots.some((slot) => slot.tier === tier)).map((tier) =>
    TIER_LABELS[tier].toLowerCase(),
  );
  return `${names[0] === 'off-peak' ? 'an' : 'a'} ${names.join(' or ')}`;
}

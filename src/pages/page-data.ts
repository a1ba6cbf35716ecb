import type { ClubCalendar } from '../calendar/club-calendar.ts';
import { paymentMethodsOf } from '../config/payment-methods.ts';
import { listVisibleProviders } from '../config/sign-in-providers.ts';
import type { CourtStore } from '../courts/store.ts';
import type { Calendar } from '../domain/calendar.ts';
import type { Club } from '../domain/club.ts';
import { DEFAULT_CALENDAR } from '../domain/default-calendar.ts';
import { shownOpeningText, type WeekdayGroup, weekdayGroups } from '../domain/opening-hours.ts';
import type { PageData } from '../domain/page-data.ts';
import { offeredPaymentMethods } from '../domain/payment-instructions.ts';
import { weekPrices } from '../domain/week-prices.ts';
import type { Events } from '../events/module.ts';
import type { Extras } from '../extras/module.ts';
import type { Base } from '../http/base.ts';
import type { Payments } from '../payments/module.ts';
import type { Plans } from '../plans/module.ts';
import type { Settings } from '../settings/settings.ts';
import { isSetUp } from '../settings/setup-link.ts';

/** Where pages get their data. */
export interface PageSources {
  settings: Settings;
  calendar: ClubCalendar;
  courts: CourtStore;
  extras: Extras;
  payments: Payments;
  events: Events;
  plans: Plans;
}

type PageHours = Pick<PageData, 'club' | 'calendar' | 'today'>;

/** Returns a function for the data of every page. */
export function pageDataOf({ club, config }: Base, sources: PageSources): () => PageData {
  const { settings, calendar, courts, extras, payments, plans, events } = sources;
  const paymentMethods = paymentMethodsOf(config);
  let hours: { facts: Club; rules: Calendar; today: string; data: PageHours; week: WeekdayGroup[] } | null =
    null;

  /** The same objects until something changes. */
  const hoursOf = (facts: Club) => {
    const rules = calendar.current();
    const today = calendar.today();
    if (hours?.facts === facts && hours.rules === rules && hours.today === today) return hours;
    const shownClub = { ...facts, opening_text: shownOpeningText(facts.opening_text, rules, today) };
    const data: PageHours = { club: shownClub };
    // Browsers have the default calendar.
    if (rules !== DEFAULT_CALENDAR) Object.assign(data, { calendar: rules, today });
    hours = { facts, rules, today, data, week: weekdayGroups(rules, today) };
    return hours;
  };
  const extrasOf = () => {
    const add_ons = extras.addOns.listActive();
    const codes = extras.codes.hasCodes();
    const discounts = extras.codes.listOpenOn(calendar.today());
    const isEmpty = add_ons.length === 0 && !codes && discounts.length === 0;
    return isEmpty ? {} : { extras: { add_ons, codes, discounts } };
  };
  const signIn = () =>
    listVisibleProviders(config.oauth, isSetUp(club.db)).filter((name) => settings.current().sign_in[name]);

  return () => {
    const facts = settings.facts();
    const { data, week } = hoursOf(facts);
    const active = courts.listActive();
    const lowest = active.map(
      ({ id, hourly_rate }) => weekPrices(week, { court_id: id, hourly_rate }).lowest,
    );
    return {
      ...data,
      courts: active,
      lowest_price: lowest.length > 0 ? Math.min(...lowest) : null,
      ...extrasOf(),
      ...(plans.plans.hasAny() ? { plans: true as const } : {}),
      payment_methods: offeredPaymentMethods(paymentMethods, facts),
      bank_qr_image: payments.bankQrImage.current(),
      sign_in: signIn(),
      ...(settings.current().matches.allowed ? { open_matches: true as const } : {}),
      ...(events.store.hasPublic(calendar.today()) ? { has_events: true as const } : {}),
    };
  };
}

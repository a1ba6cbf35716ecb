import { Elysia } from 'elysia';
import { offeredPaymentMethods } from './domain/payment-instructions.ts';
import { jsonCompression } from './http/content-encoding.ts';
import { createNotFoundHandler } from './http/not-found-handler.ts';
import { openApiRoutes } from './http/openapi.ts';
import { type EmbeddedClient, PageServer, pageRoutes } from './http/page-server.ts';
import { requestLifecycle } from './http/request-lifecycle.ts';
import type { Job } from './jobs.ts';
import { type ClubDeps, createModules } from './modules.ts';
import { VERSION } from './version.ts';

/** Joins the modules into one club: its routes, its jobs and the notifications with their worker. Starts nothing. */
export function createClub({ client, ...deps }: ClubDeps & { client: EmbeddedClient }) {
  const { config, log } = deps;
  const created = createModules(deps);
  const { modules, guard, headers, sessions } = created;
  const { settings, bookings, outbox, notifications, health } = modules;

  // Elysia's own router costs a request as much as Bun's, which takes 9 ms longer to be filled at the start. It looks
  // for the path after the 11th character, unless any Host header may come.
  const root = new Elysia({
    name: 'padel-club',
    systemRouter: false,
    handler: { standardHostname: false },
  })
    .use(
      requestLifecycle({
        ...{ log, headers },
        publicOrigin: new URL(config.publicUrl).origin,
        isAvailable: health.api.isDatabaseInPlace,
        observe: health.api.observe,
      }),
    )
    .use(jsonCompression());
  for (const module of Object.values(modules)) if ('routes' in module) root.use(module.routes);
  const notFound = createNotFoundHandler(() => root.routes);
  const app = root
    .use(openApiRoutes({ guard, version: VERSION, publicUrl: config.publicUrl }))
    .use(guard)
    .all('/api', notFound, { access: 'anyone' })
    .all('/api/*', notFound, { access: 'anyone' })
    .use(pageRoutes({ guard, pages: createPages(client, deps, created), notFound }));

  const jobs: Job[] = Object.values(modules).flatMap((module) => module.jobs);
  const { findBooking } = bookings.api;
  const { createSetupLink } = settings.api;
  return {
    app,
    jobs,
    outbox: outbox.api,
    notifications: notifications.api,
    findBooking,
    sessions,
    createSetupLink,
  };
}

/** The pages and the data that the server draws them with. */
function createPages(
  client: EmbeddedClient,
  { club }: ClubDeps,
  { modules, headers, sessions, paymentMethods }: ReturnType<typeof createModules>,
): PageServer {
  const { settings, hours, courts, addOns, promoCodes, payments, oauth } = modules;
  const extras = () => {
    const add_ons = addOns.api.listActiveAddOns();
    const { codes: hasCodes, discounts } = promoCodes.api.pageData();
    const isEmpty = add_ons.length === 0 && !hasCodes && discounts.length === 0;
    return isEmpty ? {} : { extras: { add_ons, codes: hasCodes, discounts } };
  };
  return new PageServer({
    client,
    pageData: () => {
      const facts = settings.api.clubFacts();
      return {
        ...hours.api.pageData(facts),
        courts: courts.api.listActiveCourts(),
        ...extras(),
        payment_methods: offeredPaymentMethods(paymentMethods, facts),
        bank_qr_image: payments.api.currentBankQrImage(),
        sign_in: oauth.api.visibleProviders(settings.api.isSetUp()).filter(settings.api.showsProvider),
      };
    },
    dayOf: courts.api.pageDays.firstDay,
    tonight: courts.api.pageDays.tonight,
    fresh: club.untilChanged(
      () => new Map(),
      () => `${hours.api.halfHour()} ${payments.api.currentBankQrImage()?.url}`,
    ),
    isGuest: (request) => !sessions.hasToken(request),
    headers,
  });
}

export type App = ReturnType<typeof createClub>['app'];

import { Elysia } from 'elysia';
import { isClosingIn, listBookingsIn } from '../bookings/close-courts.ts';
import { listInTheWay } from '../bookings/in-the-way.ts';
import type { Transaction } from '../db/club-db.ts';
import type { EventDetails } from '../domain/api/event-routes.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { businessDayOf } from '../domain/business-day.ts';
import {
  addPlaceSchema,
  cancelEventSchema,
  eventAttendanceSchema,
  eventEditSchema,
  eventPlanSchema,
  makeUpSchema,
  newEventSchema,
  publishSchema,
  sessionMoveSchema,
} from '../domain/event.ts';
import { Failure } from '../domain/failure.ts';
import type { Base } from '../http/base.ts';
import { parseId } from '../http/parse-id.ts';
import { savePictureUpload } from '../http/picture-upload.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import {
  addPlace,
  type ChangeDeps,
  cancelEvent,
  createEvent,
  editEvent,
  moveSession,
  publishEvent,
  recordAttendance,
} from './change-event.ts';
import { listMakeUpDates, setMakeUpFor } from './make-up.ts';
import { planSessions } from './plan.ts';
import { byNextStart } from './views.ts';

export function adminEventRoutes({ club, guard, images, mediaDir, now }: Base, deps: ChangeDeps) {
  const { store, views, coaches, services, offers } = deps;
  const write = { access: 'staff', parse: parseJsonBody } as const;
  const read = { access: 'staff' } as const;

  /** Runs a change and answers with the event as it is afterwards. */
  const change = async (work: (tx: Transaction) => number): Promise<{ data: EventDetails }> => {
    const id = await club.write(work);
    return { data: views.details(store.require(id)) };
  };
  const changeEvent = (params: { id: string }, work: (tx: Transaction, id: number) => void) => {
    const id = parseId(params.id);
    return change((tx) => {
      work(tx, id);
      return id;
    });
  };
  const changeSession = (
    params: { id: string },
    work: (tx: Transaction, session: ReturnType<typeof store.requireSession>) => void,
  ) =>
    change((tx) => {
      const session = store.requireSession(parseId(params.id));
      work(tx, session);
      return session.event_id;
    });

  return new Elysia({ name: 'admin events' })
    .use(guard)
    .get(
      '/api/admin/events',
      ({ query }): ApiAnswer<'GET /api/admin/events'> => {
        const today = businessDayOf(now());
        const rows = query.past ? store.listPast(today) : store.listComing(today);
        const events = rows.map((event) => views.adminView(event)).toSorted(byNextStart);
        return { data: { events, coaches: coaches.list() } };
      },
      read,
    )
    .get(
      '/api/admin/events/:id',
      ({ params }): ApiAnswer<'GET /api/admin/events/:id'> => ({
        data: views.details(store.require(parseId(params.id))),
      }),
      read,
    )
    .post(
      '/api/admin/events/preview',
      ({ body }): ApiAnswer<'POST /api/admin/events/preview'> => {
        const { own_session_id, ...plan } = parseInput(eventPlanSchema, body);
        const planned = planSessions({ ...services, coaches, db: club.db }, plan, now(), own_session_id);
        const isTaken = isClosingIn(planned.flatMap(({ places }) => places));
        return {
          data: {
            dates: planned.map(({ input, error, places }) => ({
              date: input.date,
              error,
              in_the_way: listInTheWay(services, listBookingsIn(services, places), now(), isTaken),
              offers: offers.listIn(places).length,
            })),
          },
        };
      },
      write,
    )
    .post(
      '/api/admin/events',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/events'>> => {
        const input = parseInput(newEventSchema, body);
        const answer = await change((tx) => createEvent(tx, deps, input, actorOf(session)));
        set.status = 201;
        return answer;
      },
      write,
    )
    .put(
      '/api/admin/events/:id',
      ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/events/:id'>> => {
        const input = parseInput(eventEditSchema, body);
        return changeEvent(params, (tx, id) =>
          editEvent(tx, deps, store.require(id), input, actorOf(session)),
        );
      },
      write,
    )
    .post(
      '/api/admin/events/:id/publish',
      ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/events/:id/publish'>> => {
        const { version } = parseInput(publishSchema, body);
        return changeEvent(params, (tx, id) => {
          const event = store.require(id);
          if (event.version !== version)
            throw new Failure(
              'changed_meanwhile',
              'This event has changed in the meantime. Please look at it again.',
            );
          publishEvent(tx, deps, event, actorOf(session));
        });
      },
      write,
    )
    .post(
      '/api/admin/events/:id/cancel',
      ({ params, body, session }): Promise<ApiAnswer<'POST /api/admin/events/:id/cancel'>> => {
        const input = parseInput(cancelEventSchema, body);
        return changeEvent(params, (tx, id) =>
          cancelEvent(tx, deps, store.require(id), input, actorOf(session)),
        );
      },
      write,
    )
    .put(
      '/api/admin/event-sessions/:id',
      ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/event-sessions/:id'>> => {
        const input = parseInput(sessionMoveSchema, body);
        return changeSession(params, (tx, date) => moveSession(tx, deps, date, input, actorOf(session)));
      },
      write,
    )
    .put(
      '/api/admin/event-sessions/:id/attendance',
      ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/event-sessions/:id/attendance'>> => {
        const input = parseInput(eventAttendanceSchema, body);
        return changeSession(params, (tx, date) => recordAttendance(tx, deps, date, input));
      },
      write,
    )
    .post(
      '/api/admin/events/:id/places',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/events/:id/places'>> => {
        const input = parseInput(addPlaceSchema, body);
        const answer = await changeEvent(params, (tx, id) =>
          addPlace(tx, deps, store.require(id), input, actorOf(session)),
        );
        set.status = 201;
        return answer;
      },
      write,
    )
    .get(
      '/api/admin/events/:id/make-ups',
      ({ params }): ApiAnswer<'GET /api/admin/events/:id/make-ups'> => ({
        data: {
          dates: listMakeUpDates(deps, store.require(parseId(params.id)), now()).map(
            ({ event, session }) => ({
              session_id: session.id,
              title: event.title,
              date: session.date,
              start_time: session.start_time,
            }),
          ),
        },
      }),
      read,
    )
    .put(
      '/api/admin/events/:id/make-ups',
      ({ params, body }): Promise<ApiAnswer<'PUT /api/admin/events/:id/make-ups'>> => {
        const input = parseInput(makeUpSchema, body);
        return changeEvent(params, (tx, id) => setMakeUpFor(tx, deps, store.require(id), input));
      },
      write,
    )
    .put(
      '/api/admin/events/:id/image',
      async ({ params, request }): Promise<ApiAnswer<'PUT /api/admin/events/:id/image'>> => {
        const name = await savePictureUpload(request, images, mediaDir);
        return changeEvent(params, (tx, id) => {
          store.require(id);
          store.setImage(tx, id, `/media/${name}`);
          tx.emit({ kind: 'event.changed', event_id: id });
        });
      },
      // The body is read only after the check that this is staff.
      { access: 'staff', parse: skipBodyParsing },
    );
}

import { useState } from 'react';
import { todayOf } from '../../../src/domain/day-plan.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useCalendar } from '../../shared/use-calendar.ts';
import { useCourts } from '../../shared/use-courts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useUrlParams } from '../url-params.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { NewSeriesDialog } from './new-series-dialog.tsx';
import {
  draftFromBooking,
  draftFromRequest,
  draftFromSeries,
  emptyDraft,
  type SeriesDraft,
} from './series-draft.ts';
import { SeriesDrawer } from './series-drawer.tsx';

/**
 * The series named in the URL: `series` is a number or `new`; `repeat` is the booking and `request` the member's
 * request that a new one starts from.
 */
export default function SeriesDialogs() {
  const { params, navigate } = useUrlParams();
  const [extension, setExtension] = useState<SeriesDraft | null>(null);
  const today = todayOf(useCalendar(), serverNow());
  const close = () => {
    setExtension(null);
    navigate({ series: undefined, repeat: undefined, request: undefined });
  };
  const open = (id: number) => {
    setExtension(null);
    navigate({ series: String(id), repeat: undefined, request: undefined });
  };
  const shared = { onClose: close, onBooked: open };
  if (extension) return <NewSeriesDialog draft={extension} {...shared} onClose={() => setExtension(null)} />;
  if (params.repeat) return <RepeatBooking bookingId={Number(params.repeat)} {...shared} />;
  if (params.request) return <AnswerRequest requestId={Number(params.request)} {...shared} />;
  if (params.series === 'new') return <EmptySeries today={today} {...shared} />;
  return (
    <SeriesDrawer
      key={params.series}
      id={Number(params.series)}
      onClose={close}
      onExtend={(detail) => setExtension(draftFromSeries(detail, today))}
    />
  );
}

interface DialogProps {
  onClose: () => void;
  onBooked: (id: number) => void;
}

/** Shown until it is known what the new booking starts with, or why it can't. */
function Waiting({
  data,
  error,
  none = '',
  onClose,
}: {
  data: unknown;
  error: Error | null;
  /** What an answer without it means. */
  none?: string;
  onClose: () => void;
}) {
  return (
    <Dialog title="New weekly booking" onClose={onClose}>
      <QueryStatus data={data} error={error} />
      {Boolean(data) && <p>{none}</p>}
    </Dialog>
  );
}

function EmptySeries({ today, ...shared }: DialogProps & { today: string }) {
  const { courts } = useCourts();
  const { params } = useUrlParams();
  const [court] = courts;
  if (!court) return <Waiting data={courts} error={null} none="No court is open." {...shared} />;
  return <NewSeriesDialog draft={emptyDraft(court.id, params.date ?? today)} {...shared} />;
}

function RepeatBooking({ bookingId, ...shared }: DialogProps & { bookingId: number }) {
  const { data, error } = useAdminQuery('GET /api/admin/bookings/:id', { params: { id: bookingId } });
  if (!data) return <Waiting data={data} error={error} {...shared} />;
  return <NewSeriesDialog draft={draftFromBooking(data.booking)} {...shared} />;
}

function AnswerRequest({ requestId, ...shared }: DialogProps & { requestId: number }) {
  const { data, error } = useAdminQuery('GET /api/admin/inbox');
  const request = data?.series_requests.find(({ id }) => id === requestId);
  if (!request)
    return <Waiting data={data} error={error} none="This request has been answered." {...shared} />;
  return <NewSeriesDialog draft={draftFromRequest(request)} {...shared} />;
}

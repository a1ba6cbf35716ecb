import { describe, expect, spyOn, test } from 'bun:test';
import { HEARTBEAT_EVENT, HEARTBEAT_MS } from '../../../src/domain/admin-inputs.ts';
import { adminClubForEachTest } from '../../support/admin-club.ts';

const { club, admin, book, put } = adminClubForEachTest();

describe('live events', () => {
  test('an open dashboard receives a booking once it is committed, and a closed one leaves no listener', async () => {
    const leave = new AbortController();
    const answer = await club().app.handle(
      new Request('http://localhost/api/admin/event-stream', {
        headers: admin().headers,
        signal: leave.signal,
      }),
    );
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const read = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await read()).toContain('retry:');
    const { id } = await book();
    expect(await read()).toBe(`data: {"kind":"booking.created","id":${id}}\n\n`);
    await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    expect(await read()).toBe(`data: {"kind":"booking.paid","id":${id}}\n\n`);
    await reader.cancel();
    await book({ start_time: '21:00' });
  });

  test('its sign of life is an event, which the page in the browser sees', async () => {
    const timers = spyOn(globalThis, 'setInterval');
    const answer = await club().app.handle(
      new Request('http://localhost/api/admin/event-stream', { headers: admin().headers }),
    );
    const [beat] = timers.mock.calls.filter(([, every]) => every === HEARTBEAT_MS).map(([work]) => work);
    timers.mockRestore();
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    (beat as () => void)();
    const received = new TextDecoder().decode((await reader.read()).value);
    expect(received).toMatch(new RegExp(`^event: ${HEARTBEAT_EVENT}\ndata: .+\n\n$`));
    await reader.cancel();
  });

  test('the server drops a dashboard that stops reading and serves everyone else', async () => {
    const open = () =>
      club().app.handle(new Request('http://localhost/api/admin/event-stream', { headers: admin().headers }));
    const silent = await open();
    for (let at = 0; at < 520; at += 1) {
      await put('/api/admin/courts/1', { hourly_rate: 4000 + at });
    }
    const { id } = await book();
    const listening = (await open()).body as ReadableStream<Uint8Array>;
    const reader = listening.getReader();
    await reader.read();
    await put(`/api/admin/bookings/${id}/status`, { status: 'paid' });
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('booking.paid');
    await reader.cancel();
    const received = await new Response(silent.body).text();
    expect(received.match(/court.changed/g)?.length).toBeLessThan(520);
  });
});

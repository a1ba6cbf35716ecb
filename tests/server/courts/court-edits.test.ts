import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { adminClubForEachTest } from '../../support/admin-club.ts';

const { club, admin, book, get, post, put } = adminClubForEachTest();

describe('courts', () => {
  test('a changed rate shows at once and does not change old bookings', async () => {
    const { id } = await book();
    const name = 'Court 1 - Premium Panoramic';
    const { status, json } = await put('/api/admin/courts/1', { name, hourly_rate: 6500, version: 1 });
    expect([status, json.data.court.hourly_rate, json.data.court.version]).toEqual([200, 6500, 2]);
    expect((await club().get('/api/courts')).json[0]).toMatchObject({
      hourly_rate: 6500,
      price_per_hour: 6500,
    });
    expect((await get(`/api/admin/bookings/${id}`)).booking).toMatchObject({
      computed_amount: 5000,
      hourly_rate: 5000,
    });
    const stale = await put('/api/admin/courts/1', { name: 'Court One', version: 1 });
    expect([stale.status, stale.json.reason]).toEqual([409, 'changed_meanwhile']);
    const { history } = await get('/api/admin/courts/1/history');
    expect(history[0]).toMatchObject({
      action: 'edited',
      details: { hourly_rate: { from: 5000, to: 6500 } },
    });
  });

  test("a court's history has its changes and closures, the newest 200 of them", async () => {
    const close = (court_id: number) =>
      post('/api/admin/closures', { court_id, date: '2026-11-21', slots: ['10:00'], reason: 'Nets' });
    const { id } = (await close(1)).json.data.closure;
    await close(2);
    await put('/api/admin/courts/1', { active: false });
    await club().send('DELETE', `/api/admin/closures/${id}`, undefined, admin().headers);
    const { history } = await get('/api/admin/courts/1/history');
    expect(history.map((line: { action: string }) => line.action)).toEqual(['closed', 'edited', 'reopened']);
    expect(history[0]).toMatchObject({ actor_name: 'Sana Butt', details: { slots: ['10:00'] } });
    expect(JSON.stringify(history)).not.toContain('Nets');

    for (let rate = 1; rate <= 201; rate += 1) await put('/api/admin/courts/2', { hourly_rate: rate });
    const long = (await get('/api/admin/courts/2/history')).history;
    expect([long.length, long.at(-1).details.hourly_rate.to]).toEqual([200, 201]);
  });

  test('an inactive court is hidden from customers and shown to admins', async () => {
    await book({ court_id: 2 });
    await put('/api/admin/courts/2', {
      active: false,
      features: ['Roof'],
      description: 'Resting',
    });
    expect((await club().get('/api/courts')).json).toHaveLength(1);
    const { courts } = await get('/api/admin/courts');
    expect(courts[1]).toMatchObject({
      active: false,
      features: ['Roof'],
      description: 'Resting',
      upcoming: 1,
    });
    expect((await get('/api/admin/day?date=2026-11-21')).courts).toHaveLength(2);
    expect((await get('/api/admin/day?date=2026-11-25')).courts).toHaveLength(1);
  });

  test('invalid edits are refused', async () => {
    for (const edit of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { hourly_rate: -1 },
      { hourly_rate: 10.5 },
      { hourly_rate: '5000' },
      { features: ['a'.repeat(61)] },
      { image_url: 'https://elsewhere.example/x.png' },
    ]) {
      expect([edit, (await put('/api/admin/courts/1', edit)).status]).toEqual([edit, 422]);
    }
    expect((await put('/api/admin/courts/9', { name: 'New' })).status).toBe(404);
  });

  test('a picture is re-encoded, served from the media folder and can be removed', async () => {
    const png = await new Bun.Image(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    )
      .png()
      .bytes();
    const send = (body: Uint8Array) =>
      club().app.handle(
        new Request('http://localhost/api/admin/courts/1/image', {
          method: 'PUT',
          headers: { ...admin().headers, 'content-type': 'image/png' },
          body: body as Uint8Array<ArrayBuffer>,
        }),
      );
    const answer = await send(png);
    expect(answer.status).toBe(200);
    const { image_url } = ((await answer.json()) as { data: { court: { image_url: string } } }).data.court;
    expect(image_url).toMatch(/^\/media\/[0-9a-f]{24}\.webp$/);
    const picture = await club().app.handle(new Request(`http://localhost${image_url}`));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await club().get('/api/courts')).json[0].image_url).toBe(image_url);
    expect((await send(new TextEncoder().encode('<svg onload=alert(1)>'))).status).toBe(415);
    expect((await send(new Uint8Array(7_000_000))).status).toBe(413);
    expect(readdirSync(join(club().dataDir, 'media'))).toHaveLength(1);
    for (const path of [
      '/media/../club.db',
      '/media/%2e%2e/club.db',
      '/media/..%2fclub.db',
      '/media/nothing.webp',
    ]) {
      expect([path, (await club().get(path)).status]).toEqual([path, 404]);
    }
    await club().send('DELETE', '/api/admin/courts/1/image', undefined, admin().headers);
    expect((await club().get('/api/courts')).json[0].image_url).toBeNull();
  });
});

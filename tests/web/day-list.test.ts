import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { AdminDaySchedule } from '../../src/domain/api/day-routes.ts';
import { DayList } from '../../web/admin/day/day-list.tsx';

const court = (id: number) => ({ id, name: `Court ${id} - Panoramic` });
const session = {
  id: 7,
  event_id: 3,
  title: 'Friday Americano',
  joined: 12,
  most: 16,
  balance: 3000,
  draft: false,
};
const slots = ['19:00', '19:30', '20:00', '20:30'];

test('the day’s list has the dates of events once, with all their courts, in order', () => {
  const booking = { id: 1, name: 'Ayesha Khan', date: '2026-11-20', slots: ['21:00', '21:30'], balance: 0 };
  const early = { ...booking, id: 2, name: 'Bilal Ahmed', slots: ['18:00', '18:30'], balance: 5000 };
  const draft = { ...session, id: 8, title: 'A draft', draft: true, slots: ['22:00'] };
  const day = {
    date: '2026-11-20',
    today: '2026-11-21',
    courts: [
      { court: court(1), bookings: [booking, early], sessions: [{ ...session, slots }] },
      { court: court(2), bookings: [], sessions: [{ ...session, slots }, draft] },
    ],
  } as unknown as AdminDaySchedule;
  const html = renderToStaticMarkup(createElement(DayList, { day }));
  const rows = [...html.matchAll(/<tr><td>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/\|+/g, '|')
      .replaceAll(/[\u00a0\u202f]/g, ' '),
  );
  expect(rows).toEqual([
    '6 PM – 7 PM|Court 1|Bilal|PKR 5,000|',
    '7 PM – 9 PM|Court 1, Court 2|Friday Americano (12 of 16)|PKR 3,000|',
    '9 PM – 10 PM|Court 1|Ayesha|Paid|',
  ]);
});

import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LIST_LIMITS } from '../../src/domain/list-limits.ts';
import { InboxSection } from '../../web/admin/inbox/inbox-section.tsx';

const Section = ({ count }: { count: number }) =>
  InboxSection({
    title: 'Refunds due',
    lines: Array.from({ length: count }, (_, id) => ({ id })),
    children: ({ id }) => String(id),
  });
const drawn = (count: number) => renderToStaticMarkup(createElement(Section, { count }));

test('a list of To do that its limit may have cut says so', () => {
  expect(drawn(LIST_LIMITS.inbox - 1)).not.toContain('more will appear');
  const full = drawn(LIST_LIMITS.inbox);
  expect(full).toContain('(200+)');
  expect(full).toContain('more will appear as these are done.');
});

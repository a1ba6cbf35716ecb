import { expect, test } from 'bun:test';
import type { Step } from './step.ts';
import { replay } from './story.ts';

/** Stories that showed a mistake of the club, as `npm run simulate` printed them. */
const STORIES: [name: string, story: Step[]][] = [
  [
    'nobody can wait for a time that is over',
    [
      {
        id: 42,
        at: 180,
        do: 'wait for a time',
        input: { person: 'usman.raza', date: '2026-11-20', court: null, window: [22, 23, 24], length: 2 },
      },
    ],
  ],
];

for (const [name, story] of STORIES) {
  test(name, async () => {
    const { faults } = await replay(story);
    expect(faults).toBeNull();
  });
}

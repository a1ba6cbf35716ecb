import type { Step } from './step.ts';
import { type Result, replay } from './story.ts';

/** What a failure says without its numbers, to recognise that a shorter story fails in the same way. */
export const failureOf = (faults: readonly string[] | null): string | null =>
  faults === null ? null : (faults[0] ?? '').replaceAll(/\d+/g, '0').slice(0, 60);

/** The last step, the steps that made what it or the difference names, and those that name the same. */
function relatedSteps({ steps, blamed }: Pick<Result, 'steps' | 'blamed'>): Step[] {
  const last = steps.at(-1);
  const labelsOf = (step: Step | undefined) =>
    JSON.stringify(step?.input ?? '').match(/\b[bcepws]\d+/g) ?? [];
  const labels = new Set([...labelsOf(last), ...blamed.map((id) => `b${id}`)]);
  return steps.filter((step) => {
    const makes = [...labels].some((label) => Number(label.slice(1)) === step.id);
    return step === last || makes || labelsOf(step).some((label) => labels.has(label));
  });
}

/**
 * Leaves out steps while the story still fails in the same way: first those unrelated to the failure, then halves,
 * then single steps, and any faults a step doesn't need. Stops at `until` with the shortest so far.
 */
export async function shorten(found: Result, until: number): Promise<Step[]> {
  const failure = failureOf(found.faults);
  const fails = async (steps: readonly Step[]) => failureOf((await replay(steps)).faults) === failure;
  const related = relatedSteps(found);
  let steps = (await fails(related)) ? related : found.steps;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = steps.length - size; from > -size && Date.now() < until; from -= size) {
      const start = Math.max(0, from);
      const fewer = [...steps.slice(0, start), ...steps.slice(start + size)];
      if (fewer.length > 0 && fewer.length < steps.length && (await fails(fewer))) steps = fewer;
    }
  }
  for (const [at, step] of steps.entries()) {
    const { cut, full, again, beside, ...plain } = step;
    if (!(cut || full || again || beside) || Date.now() >= until) continue;
    const simpler = steps.with(at, plain);
    if (await fails(simpler)) steps = simpler;
  }
  return steps;
}

/** A test that replays the story, to be kept in `tests/simulation/stories.test.ts`. */
export function asTest(seed: number, steps: readonly Step[], faults: readonly string[]): string {
  const lines = steps.map((step) => `    ${JSON.stringify(step)},`).join('\n');
  const name = (faults[0] ?? '').replaceAll("'", '’').slice(0, 70);
  return `test('seed ${seed}: ${name}', async () => {\n  const { faults } = await replay([\n${lines}\n  ]);\n  expect(faults).toBeNull();\n});`;
}

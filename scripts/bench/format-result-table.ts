/** One measured value and its goal. */
export interface BenchmarkRow {
  metric: string;
  /** With its unit. */
  value: string;
  /** The value of the previous release in the same run, and how many times it today's is; not for every row. */
  previous?: string;
  /** The ratio to the baseline that `goal` names. */
  ratio: number;
  /** Such as `≤ 1.2 × C`. */
  goal: string;
}

/** Formats a Markdown table, which marks missed goals. */
export function formatTable(rows: readonly BenchmarkRow[]): string {
  const lines = rows.map(
    ({ metric, value, previous = '', ratio, goal }) =>
      `| ${metric} | ${value} | ${previous} | ${ratio.toFixed(2)} | ${goal}${isGoalMet(ratio, goal) ? '' : ' — missed'} |`,
  );
  return [
    '| Metric | Value | Previous release | Ratio | Goal |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function isGoalMet(ratio: number, goal: string): boolean {
  const limit = Number(/[\d.]+/.exec(goal)?.[0]);
  return goal.startsWith('≥') ? ratio >= limit : ratio <= limit;
}

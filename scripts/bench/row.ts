/** One measured figure beside its goal. */
export interface Row {
  what: string;
  /** With its unit. */
  figure: string;
  /** Against the baseline that `goal` names. */
  ratio: number;
  /** Such as `≤ 1.2 × C`. */
  goal: string;
}

/** A Markdown table that says which goals were missed. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, figure, ratio, goal }) =>
      `| ${what} | ${figure} | ${ratio.toFixed(2)} | ${goal}${isMet(ratio, goal) ? '' : ' — missed'} |`,
  );
  return ['| What | Figure | Ratio | Goal |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function isMet(ratio: number, goal: string): boolean {
  const bound = Number(/[\d.]+/.exec(goal)?.[0]);
  return goal.startsWith('≥') ? ratio >= bound : ratio <= bound;
}

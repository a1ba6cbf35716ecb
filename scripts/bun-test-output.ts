const RESULT_LINE = /^\((pass|fail)\) (.*?)(?: \[([\d.]+)ms\])?$/;
const FILE_LINE = /^tests\/\S+\.test\.tsx?:$/;
/** How many lines of output to keep with a failure. */
const CONTEXT_LINES = 60;

/** Reads the output of `bun test` and collects failures and times for a summary. */
export class TestReport {
  /** Each failed test with the output before it. */
  readonly failures: string[] = [];
  readonly #times: { file: string; name: string; ms: number }[] = [];
  #partialLine = '';
  #currentFile = '';
  #contextLines: string[] = [];

  read(chunk: string): void {
    const lines = (this.#partialLine + chunk).split('\n');
    this.#partialLine = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  /** Lines of the form `seconds file > test`, slowest first. */
  slowest(count: number): string[] {
    return slowestLines(this.#times, count);
  }

  /**
   * Lines of the form `seconds file`, slowest first: the time of its tests, without whatever runs before all of them.
   */
  slowestFiles(count: number): string[] {
    const files = new Map<string, number>();
    for (const { file, ms } of this.#times) files.set(file, (files.get(file) ?? 0) + ms);
    return slowestLines(
      [...files].map(([name, ms]) => ({ name, ms })),
      count,
    );
  }

  #readLine(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes of terminals begin with one
    const line = text.replace(/\u001b\[[\d;]*m/g, '');
    if (FILE_LINE.test(line)) {
      this.#currentFile = line.slice(0, -1);
      this.#contextLines = [];
      return;
    }
    // The summary at the end repeats the failures.
    if (/^\d+ tests? failed:$/.test(line)) this.#currentFile = '';
    const [, result, name = '', ms] = RESULT_LINE.exec(line) ?? [];
    if (!result) {
      this.#contextLines.push(line);
      return;
    }
    if (this.#currentFile) {
      this.#times.push({
        file: this.#currentFile,
        name: `${this.#currentFile} > ${name}`,
        ms: Number(ms ?? 0),
      });
      if (result === 'fail') {
        this.failures.push(
          [...this.#contextLines.slice(-CONTEXT_LINES), `FAILED ${this.#currentFile} > ${name}`].join('\n'),
        );
      }
    }
    this.#contextLines = [];
  }
}

function slowestLines(times: readonly { name: string; ms: number }[], count: number): string[] {
  return times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

const RESULT_LINE = /^\((pass|fail)\) (.*?)(?: \[([\d.]+)ms\])?$/;
const FILE_LINE = /^tests\/\S+\.test\.tsx?:$/;
/** Lines before a failure that are kept with it. */
const CONTEXT_LINES = 60;

/** Reads what `bun test` prints and keeps what a person wants to see again at the end. */
export class TestReport {
  /** Each failed test with what was printed before it. */
  readonly failures: string[] = [];
  /** Tests that passed only when they were tried again. */
  readonly retried: string[] = [];
  readonly #times: { name: string; ms: number }[] = [];
  #partialLine = '';
  #currentFile = '';
  #contextLines: string[] = [];

  read(chunk: string): void {
    const lines = (this.#partialLine + chunk).split('\n');
    this.#partialLine = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  /** `seconds file > test`, the slowest first. */
  slowest(count: number): string[] {
    return [...this.#times]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, count)
      .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
  }

  #readLine(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
    const line = text.replace(/\u001b\[[\d;]*m/g, '');
    if (FILE_LINE.test(line)) {
      this.#currentFile = line.slice(0, -1);
      this.#contextLines = [];
      return;
    }
    // The list at the end repeats the failures.
    if (/^\d+ tests? failed:$/.test(line)) this.#currentFile = '';
    const [, result, name = '', ms] = RESULT_LINE.exec(line) ?? [];
    if (!result) {
      this.#contextLines.push(line);
      return;
    }
    if (this.#currentFile) {
      this.#times.push({ name: `${this.#currentFile} > ${name}`, ms: Number(ms ?? 0) });
      if (result === 'pass' && name.endsWith('(attempt 2)'))
        this.retried.push(`${this.#currentFile} > ${name}`);
      if (result === 'fail') {
        this.failures.push(
          [...this.#contextLines.slice(-CONTEXT_LINES), `FAILED ${this.#currentFile} > ${name}`].join('\n'),
        );
      }
    }
    this.#contextLines = [];
  }
}

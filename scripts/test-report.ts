const RESULT = /^\((pass|fail)\) (.*?)(?: \[([\d.]+)ms\])?$/;
const FILE = /^tests\/\S+\.test\.tsx?:$/;
/** Lines before a failure that are kept with it. */
const CONTEXT = 60;

/** Reads what `bun test` prints and keeps what a person wants to see again at the end. */
export class TestReport {
  /** Each failed test with what was printed before it. */
  readonly failures: string[] = [];
  /** Tests that passed only when they were tried again. */
  readonly secondTries: string[] = [];
  readonly #times: { name: string; ms: number }[] = [];
  #rest = '';
  #file = '';
  #since: string[] = [];

  read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** `seconds file > test`, the slowest first. */
  slowest(count: number): string[] {
    return [...this.#times]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, count)
      .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
  }

  #line(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
    const line = text.replace(/\u001b\[[\d;]*m/g, '');
    if (FILE.test(line)) {
      this.#file = line.slice(0, -1);
      this.#since = [];
      return;
    }
    // The list at the end repeats the failures.
    if (/^\d+ tests? failed:$/.test(line)) this.#file = '';
    const [, result, name = '', ms] = RESULT.exec(line) ?? [];
    if (!result) {
      this.#since.push(line);
      return;
    }
    if (this.#file) {
      this.#times.push({ name: `${this.#file} > ${name}`, ms: Number(ms ?? 0) });
      if (result === 'pass' && name.endsWith('(attempt 2)')) this.secondTries.push(`${this.#file} > ${name}`);
      if (result === 'fail') {
        this.failures.push([...this.#since.slice(-CONTEXT), `FAILED ${this.#file} > ${name}`].join('\n'));
      }
    }
    this.#since = [];
  }
}
